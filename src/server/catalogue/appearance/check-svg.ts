import { SaxesParser } from 'saxes';

/** The words continue "The logo …". */
export class UnusableLogo extends Error {}

const svgNamespace = 'http://www.w3.org/2000/svg';

const letters = 'contains letters. Convert them to outlines (paths) and save it again';
const embedded = 'contains an embedded picture. Save the whole logo as PNG or WebP';
const animated = 'is animated. Save a still picture';
const elsewhere = 'refers to another file or address. Put everything into the one file';

/** They would be drawn with this machine's fonts, or not at all. */
const refused: Readonly<Record<string, string>> = {
  text: letters,
  flowRoot: letters,
  image: embedded,
  feImage: embedded,
  animate: animated,
  animateColor: animated,
  animateMotion: animated,
  animateTransform: animated,
  set: animated,
  foreignObject: 'contains a part of a web page (foreignObject). Remove it and save it again',
};

const atRules: Readonly<Record<string, string>> = {
  media: 'has colours that depend on the screen (@media). Save one logo for light and one for dark screens',
  keyframes: animated,
  import: elsewhere,
  'font-face': letters,
};

/** The renderer knows none of these, and would draw something else. */
const unknownFunction =
  /(?<![\w-])(?:-\w+-)?(var|env|calc|attr|light-dark|color-mix|image-set|cross-fade|src|element|paint|polygon|inset|circle|ellipse)\(/i;

/** @throws UnusableLogo for what a drawing of these values would leave out */
function checkValue(value: string): void {
  for (const [, target = ''] of value.matchAll(/url\(\s*["']?(.?)/gi))
    if (target !== '#') throw new UnusableLogo(elsewhere);
  const name = unknownFunction.exec(value)?.[1];
  if (name !== undefined) throw new UnusableLogo(`uses ${name}(), which cannot be drawn. Save it without it`);
}

function checkSheet(sheet: string): void {
  const rules = sheet.replaceAll(/\/\*[\s\S]*?(?:\*\/|$)/g, ' ');
  if (rules.includes('\\')) throw new UnusableLogo('has styles with escapes (\\). Save it without them');
  const atRule = /@(?:-\w+-)?([\w-]+)/.exec(rules)?.[1]?.toLowerCase();
  if (atRule !== undefined && atRule !== 'charset')
    throw new UnusableLogo(
      atRules[atRule] ?? `uses @${atRule} in its styles, which cannot be drawn. Save it without it`,
    );
  if (/(?<![\w-])animation(?:-name)?\s*:/i.test(rules)) throw new UnusableLogo(animated);
  checkValue(rules);
}

/**
 * Names what a drawing would leave out or draw otherwise, so that no logo is changed without a word. Scripts and events
 * draw nothing.
 * @throws UnusableLogo
 */
export function checkSvg(source: string): void {
  const parser = new SaxesParser({ xmlns: true, position: false });
  const fail = (why: string): never => {
    throw new UnusableLogo(why);
  };
  let depth = 0;
  let sheet: string[] | null = null;
  const addToSheet = (text: string) => void sheet?.push(text);
  parser.on('error', () => fail('cannot be read as an SVG'));
  parser.on('doctype', (text) => {
    if (text.includes('[')) fail('declares entities (DOCTYPE). Save it as plain SVG');
  });
  parser.on('processinginstruction', ({ target }) => {
    if (target === 'xml-stylesheet') fail(elsewhere);
  });
  parser.on('opentag', ({ local, uri, attributes }) => {
    if (depth === 0 && local !== 'svg') fail('is not an SVG');
    depth += 1;
    if (uri !== svgNamespace && uri !== '') return;
    const why = refused[local];
    if (why !== undefined) fail(why);
    if (local === 'style') sheet = [];
    if (local === 'script') return;
    for (const { prefix, local: name, value } of Object.values(attributes)) {
      if (name === 'href' && local !== 'a' && !value.startsWith('#')) fail(elsewhere);
      if (name === 'style') checkSheet(value);
      else if (prefix === '' && !name.startsWith('on')) checkValue(value);
    }
  });
  parser.on('text', addToSheet);
  parser.on('cdata', addToSheet);
  parser.on('closetag', ({ local }) => {
    depth -= 1;
    if (local !== 'style' || sheet === null) return;
    checkSheet(sheet.join(''));
    sheet = null;
  });
  parser.write(source).close();
}
