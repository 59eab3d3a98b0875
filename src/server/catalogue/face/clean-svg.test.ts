import { expect, test } from 'vitest';
import { cleanSvg, UnusableSvg } from './clean-svg.ts';

const svg = (inside: string, more = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"${more}>${inside}</svg>`;
const shape = '<path d="M0 0h9"></path>';

test('shapes, gradients and titles stay', () => {
  const drawn = svg(
    `<title>Ours &amp; yours</title><defs><linearGradient id="a"><stop offset="0" stop-color="#123"></stop></linearGradient></defs><rect width="9" height="9" fill="url(#a)"></rect><use href="#a"></use>`,
  );
  expect(cleanSvg(drawn)).toBe(drawn);
  expect(cleanSvg(`<?xml version="1.0"?><!-- made by X -->\n${drawn}`)).toBe(drawn);
});

test.each([
  ['a script', '<script>alert(1)</script>'],
  ['a script inside of a group', '<foreignObject><g><script>alert(1)</script></g></foreignObject>'],
  ['a picture from elsewhere', '<image href="https://elsewhere.test/x.png"/>'],
  ['a link', '<a href="javascript:alert(1)"><text>Press</text></a>'],
  ['an animation that sets an address', '<animate attributeName="href" to="javascript:alert(1)"/>'],
  ['a sheet from elsewhere', '<style>@import url(https://elsewhere.test/x.css)</style>'],
])('%s goes', (_, inside) => {
  expect(cleanSvg(svg(inside + shape))).toBe(svg(shape));
});

test.each([
  ['an event', 'onload="alert(1)"'],
  ['a reference to elsewhere', 'fill="url(https://elsewhere.test/#a)"'],
  ['… in a style', 'style="fill:url(https://elsewhere.test/#a)"'],
  ['… in quotes', `style="mask:url('//elsewhere.test/#a')"`],
  ['… with an escape', String.raw`fill="u\72l(https://elsewhere.test/)"`],
  ['an address', 'href="https://elsewhere.test/"'],
  ['an address by another prefix', 'xlink:href="data:text/html,x"'],
])('%s of a shape goes', (_, attribute) => {
  expect(cleanSvg(svg(`<path d="M0 0h9" ${attribute}/>`))).toBe(svg(shape));
});

test('colours in styles and classes become attributes', () => {
  expect(cleanSvg(svg('<style>.a{fill:#123;stroke:none}</style><path class="a" d="M0 0h9"/>'))).toBe(
    svg('<path d="M0 0h9" fill="#123" stroke="none"></path>'),
  );
  expect(cleanSvg(svg('<path d="M0 0h9" fill="#000" style="fill:#456;font-family:x"/>'))).toBe(
    svg('<path d="M0 0h9" fill="#456"></path>'),
  );
});

const growing = Array.from(
  { length: 30 },
  (_, n) => `<g id="a${n + 1}"><use href="#a${n}"/><use href="#a${n}"/></g>`,
).join('');

test.each([
  ['entities', `<!DOCTYPE svg [<!ENTITY a "b">]>${svg(shape)}`],
  ['a page', '<html><svg/></html>'],
  ['no XML', 'GIF89a'],
  ['an unclosed element', '<svg><path>'],
  ['nothing to see', svg('<g></g>')],
  ['parts that grow', svg(`<path id="a0" d="M0 0h9"/>${growing}<use href="#a30"/>`)],
  ['a part that uses itself', svg('<g id="a"><path d="M0 0h9"/><use href="#a"/></g>')],
  [
    'masks that grow',
    svg(
      `<path id="a0" d="M0 0h9"/>${growing.replaceAll('<use href="#', '<path d="M0 0h9" mask="url(#').replaceAll('"/>', ')"/>')}<use href="#a30"/>`,
    ),
  ],
])('%s: refused', (_, source) => {
  expect(() => cleanSvg(source)).toThrow(UnusableSvg);
});
