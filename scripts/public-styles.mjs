import { readFileSync } from 'node:fs';
import path from 'node:path';
import postcss from 'postcss';
import { readWebManifest } from './web-manifest.mjs';

/** Every screen inside it is open to visitors. */
const publicFrame = 'routes/public-frame';

/** How CSS modules name a class: `_page_1x2yz_17`. */
const moduleClass = /_[\w-]+_[\w-]{5}_\d+/g;

/** A class inside of these does not decide whether the rest of a selector can match. */
const insideOf = /:(?:not|is|where|has)\([^)]*\)/g;

/**
 * The rules of the style sheet that public screens can need: those without a class of a module, and those whose classes
 * the scripts of a public screen name. What these screens load on demand has to wait for the whole sheet.
 * @param {string} client folder of the build
 * @param {string} sheet the whole style sheet
 * @returns {string} in the order of the sheet
 */
export function publicStyles(client, sheet) {
  const { routes, partsOf } = readWebManifest(client);
  const ids = Object.values(routes).filter(({ parentId }) => parentId === publicFrame);
  const scripts = new Set(
    ids.flatMap(({ id }) => partsOf(id)).flatMap(({ module, imports }) => [module, ...imports]),
  );
  const named = new Set(
    [...scripts].flatMap((url) => readFileSync(path.join(client, url), 'utf8').match(moduleClass) ?? []),
  );
  const isNamed = (selector) =>
    (selector.replaceAll(insideOf, '').match(moduleClass) ?? []).every((name) => named.has(name));
  const rules = postcss.parse(sheet);
  rules.walkRules((rule) => {
    const left = rule.selectors.filter(isNamed);
    if (left.length === 0) rule.remove();
    else if (left.length < rule.selectors.length) rule.selectors = left;
  });
  // A media query inside of another one is emptied before it.
  const groups = [];
  rules.walkAtRules((group) => void groups.push(group));
  for (const group of groups.toReversed()) if (group.nodes?.length === 0) group.remove();
  return rules.toString();
}
