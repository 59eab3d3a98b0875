import { SaxesParser } from 'saxes';
import { escapeHtml } from '#contract/escape-html';

/** The words continue "The logo …". */
export class UnusableSvg extends Error {}

const shapes =
  'svg g path rect circle ellipse line polyline polygon defs linearGradient radialGradient stop clipPath mask symbol use title desc';
const elements = new Set(shapes.split(' '));
/** Their text is kept; text of others is no part of a picture. */
const texts = new Set(['title', 'desc']);

const geometry =
  'd x y x1 y1 x2 y2 cx cy r rx ry fx fy width height points transform viewBox preserveAspectRatio version id offset gradientUnits gradientTransform spreadMethod clipPathUnits maskUnits maskContentUnits';
const presentation =
  'fill fill-opacity fill-rule stroke stroke-width stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset stroke-opacity opacity color clip-path clip-rule mask stop-color stop-opacity display visibility';
const styles = new Set(presentation.split(' '));
const attributes = new Set([...geometry.split(' '), ...styles, 'href']);

/** A reference may lead to a part of the picture only. */
const isInside = (value: string): boolean => !/url\((?!\s*["']?#)|@import|javascript:|data:|\\/i.test(value);

/** `#id` and `url(#id)` */
const referencesOf = (value: string): string[] =>
  [...value.matchAll(/^#(.+)$|url\(\s*["']?#([^"')]+)/g)].map(([, whole, inner]) => whole ?? inner ?? '');

const mostDrawn = 2_000;

/**
 * How many elements a reference draws: parts that use parts twice grow to millions from a few lines.
 * @param uses the references within each part, by its id
 * @returns at most a little more than `mostDrawn`, also for a part that uses itself
 */
function countDrawn(id: string, uses: ReadonlyMap<string, readonly string[]>, depth = 0): number {
  if (depth > 20) return mostDrawn + 1;
  let drawn = 1;
  for (const used of uses.get(id) ?? []) {
    drawn += countDrawn(used, uses, depth + 1);
    if (drawn > mostDrawn) break;
  }
  return drawn;
}

const attribute = (name: string, value: string): string => ` ${name}="${escapeHtml(value)}"`;

/** The properties of a `style` as attributes: a policy that forbids inline styles then changes nothing. */
function fromStyle(style: string): [string, string][] {
  return style
    .split(';')
    .map((rule): [string, string] => {
      const [name = '', ...value] = rule.split(':');
      return [name.trim(), value.join(':').trim()];
    })
    .filter(([name]) => styles.has(name));
}

/** `.a{fill:#123}` of a `<style>` by class, as drawing programs write it. */
function readClasses(sheet: string): Map<string, string> {
  const rules = sheet.matchAll(/([^{}]+)\{([^{}]*)\}/g);
  const found = new Map<string, string>();
  for (const [, selectors = '', body = ''] of rules) {
    for (const selector of selectors.split(',').map((one) => one.trim())) {
      const name = /^\.([\w-]+)$/.exec(selector)?.[1];
      if (name !== undefined) found.set(name, `${found.get(name) ?? ''};${body}`);
    }
  }
  return found;
}

/**
 * A picture's shapes alone: no script, no events, no references to anything outside.
 * @param source UTF-8
 * @throws UnusableSvg if it is not an SVG, declares entities, or nothing to see is left
 */
export function cleanSvg(source: string): string {
  const parser = new SaxesParser({ xmlns: false, position: false });
  const classes = readClasses(
    [...source.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, css]) => css).join('\n'),
  );
  let out = '';
  /** How deep inside of something that is left out. */
  let skipped = 0;
  const open: string[] = [];
  /** Of the open elements, with the whole picture as `''`. */
  const ids: string[] = [''];
  const uses = new Map<string, string[]>();
  let shown = 0;
  const fail = (why: string): never => {
    throw new UnusableSvg(why);
  };
  parser.on('doctype', (text) => {
    if (text.includes('[')) fail('contains a document type with entities, which is not allowed');
  });
  parser.on('error', () => fail('cannot be read as an SVG'));
  parser.on('opentag', ({ name, attributes: given }) => {
    if (open.length === 0 && skipped === 0 && name !== 'svg') fail('is not an SVG');
    if (skipped > 0 || !elements.has(name)) {
      skipped += 1;
      return;
    }
    open.push(name);
    ids.push(given['id'] ?? '');
    const styled = (given['class'] ?? '').split(/\s+/).map((one) => classes.get(one) ?? '');
    const wanted = [...Object.entries(given), ...fromStyle([...styled, given['style'] ?? ''].join(';'))];
    const kept = new Map<string, string>(open.length === 1 ? [['xmlns', 'http://www.w3.org/2000/svg']] : []);
    for (const [key, value] of wanted) {
      const plain = key === 'xlink:href' ? 'href' : key;
      const isKept = attributes.has(plain) && isInside(value) && (plain !== 'href' || value.startsWith('#'));
      if (isKept) kept.set(plain, value);
    }
    const drawing = ['href', 'mask', 'clip-path'].flatMap((key) => referencesOf(kept.get(key) ?? ''));
    for (const used of drawing) for (const id of new Set(ids)) uses.set(id, [...(uses.get(id) ?? []), used]);
    if (!['svg', 'g', 'defs', 'title', 'desc', 'symbol'].includes(name)) shown += 1;
    out += `<${name}${[...kept].map(([key, value]) => attribute(key, value)).join('')}>`;
  });
  parser.on('text', (text) => {
    if (skipped === 0 && texts.has(open.at(-1) ?? '')) out += escapeHtml(text);
  });
  parser.on('closetag', ({ name }) => {
    if (skipped > 0) skipped -= 1;
    else {
      open.pop();
      ids.pop();
      out += `</${name}>`;
    }
  });
  parser.write(source).close();
  if (shown === 0) fail('has no shapes');
  if (countDrawn('', uses) > mostDrawn) fail('repeats its parts too often');
  return out;
}
