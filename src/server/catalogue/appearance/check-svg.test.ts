import { expect, test } from 'vitest';
import { checkSvg, UnusableLogo } from './check-svg.ts';

const svg = (inside: string, more = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9"${more}>${inside}</svg>`;
const shape = '<path d="M0 0h9"/>';

test.each([
  ['shapes, gradients, titles', `<title>A &amp; b</title><linearGradient id="a"/><rect fill="url(#a)"/>`],
  ['a part that is used', `<g id="a">${shape}</g><use xlink:href="#a"/><use href="#a"/>`],
  ['classes', `<style type="text/css">.a{fill:#123;clip-path:url( '#b' )}</style><path class="a"/>`],
  ['classes in CDATA', `<style><![CDATA[.a{fill:#07c} /* @media */]]></style><path class="a"/>`],
  ['a shadow', '<filter id="f"><feGaussianBlur stdDeviation="1"/></filter><g filter="url(#f)"/>'],
  ['a script and events, which draw nothing', '<script href="x.js"/><path onclick="src(1)" d="M0 0h9"/>'],
  ['an editor’s own notes', '<x:image xmlns:x="urn:x" href="file:///home/a.png"/><metadata/>'],
  ['a link around shapes', `<a href="https://example.test/">${shape}</a>`],
])('%s can be drawn', (_, inside) => {
  expect(() => checkSvg(`\uFEFF<?xml version="1.0"?>\n<!-- by X -->\n${svg(inside + shape)}`)).not.toThrow();
});

test.each([
  ['letters', '<text y="9">ICT</text>', /contains letters\. Convert them to outlines/],
  [
    'letters in a group by a prefix',
    '<g><s:text xmlns:s="http://www.w3.org/2000/svg">I</s:text></g>',
    /letters/,
  ],
  ['a font', '<style>@font-face{font-family:x}</style>', /letters/],
  ['a picture', '<image href="data:image/png;base64,AA=="/>', /embedded picture/],
  ['a picture in a filter', '<filter id="f"><feImage href="#a"/></filter>', /embedded picture/],
  ['a page', '<foreignObject><p/></foreignObject>', /web page/],
  ['animations', '<animateTransform attributeName="transform"/>', /animated/],
  ['animations in styles', '<style>@-webkit-keyframes x{}</style>', /animated/],
  ['animations in a shape', '<path style="animation: x 2s"/>', /animated/],
  ['a screen’s colours', '<style>@media (prefers-color-scheme: dark){.a{fill:#fff}}</style>', /\(@media\)/],
  ['… in CDATA', '<style><![CDATA[@media print{.a{fill:#fff}}]]></style>', /\(@media\)/],
  ['other rules', '<style>@layer a{.a{fill:#fff}}</style>', /uses @layer/],
  ['variables', '<path style="fill:var(--brand)"/>', /uses var\(\)/],
  ['a function for two schemes', '<path fill="light-dark(#000,#fff)"/>', /uses light-dark\(\)/],
  ['image-set', `<path style="mask:image-set('https://evil.test/x.png' 1x)"/>`, /uses image-set\(\)/],
  ['src', `<path fill="src('https://evil.test/')"/>`, /uses src\(\)/],
  ['a fade', `<path mask="-webkit-cross-fade(url(#a),'https://evil.test/')"/>`, /uses cross-fade\(\)/],
  ['a part of another file', '<use href="other.svg#a"/>', /another file or address/],
  ['a part of another address', '<use xlink:href="https://evil.test/#a"/>', /another file or address/],
  ['a sheet', '<style>@import url(https://evil.test/x.css)</style>', /another file or address/],
  ['a paint', '<path fill="url(https://evil.test/#a)"/>', /another file or address/],
  ['a paint in quotes', `<path style="mask:url('//evil.test/#a')"/>`, /another file or address/],
  ['escapes', String.raw`<style>.a{fill:u\72l(https://evil.test/)}</style>`, /escapes/],
])('%s: refused by name', (_, inside, words) => {
  expect(() => checkSvg(svg(inside + shape))).toThrow(UnusableLogo);
  expect(() => checkSvg(svg(inside + shape))).toThrow(words);
});

test.each([
  ['entities', `<!DOCTYPE svg [<!ENTITY a "b">]>${svg(shape)}`, /declares entities/],
  ['a sheet by instruction', `<?xml-stylesheet href="x.css"?>${svg(shape)}`, /another file/],
  ['a page', '<html><svg/></html>', /is not an SVG/],
  ['no XML', 'GIF89a', /cannot be read/],
  ['an unclosed element', '<svg><path>', /cannot be read/],
])('%s: refused by name', (_, source, words) => {
  expect(() => checkSvg(source)).toThrow(words);
});
