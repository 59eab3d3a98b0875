import { escapeHtml } from '#contract/escape-html';

/** What a layout draws. All texts as they were signed. */
export type Paper = {
  language: string;
  name: string;
  heading: string;
  sentence: string;
  result: string;
  grade: string;
  lines: readonly string[];
  academy: string;
  signatory: string;
  role: string;
  issued_on: string;
  number: string;
  /** Where it is checked. */
  address: string;
  qr: { size: number; path: string };
  /** A `data:` address; null without one. */
  logo: string | null;
  /** The academy's picture behind all: a `data:` address; null without one. */
  background: string | null;
};

/** Sizes are hundredths of the sheet's width, so that screen and paper are alike. */
const style = `
@page { size: A4 landscape; margin: 0 }
:root { color-scheme: light }
* { box-sizing: border-box }
body { margin: 0; background: #fff; color: #1c2421 }
.sheet { container-type: inline-size; position: relative; width: min(100vw, 297mm); aspect-ratio: 297 / 210;
  margin: 0 auto; overflow: hidden; background: #fff;
  font-family: Georgia, 'Noto Serif', 'Noto Serif Malayalam', 'Noto Serif Devanagari', 'Noto Serif Tamil', 'Noto Sans Malayalam', 'Noto Sans Devanagari', 'Noto Sans Tamil', serif;
  -webkit-print-color-adjust: exact; print-color-adjust: exact }
.frame { position: absolute; inset: 3cqw; border: .18cqw solid #857c69; outline: .08cqw solid #857c69; outline-offset: -.9cqw;
  padding: 3cqw 5cqw; display: grid; grid-template: auto minmax(0, 1fr) auto / minmax(0, 1fr); text-align: center; overflow-wrap: anywhere }
.logo { height: 6cqw; display: flex; justify-content: center; align-items: center; font-size: 2cqw; letter-spacing: .04em }
.logo img { max-height: 6cqw; max-width: 30cqw }
.words { align-self: center; display: grid; grid-template-columns: minmax(0, 1fr); gap: 1.8cqw; justify-items: center }
h1 { margin: 0; text-wrap: balance; font-size: 3.4cqw; font-weight: 400; letter-spacing: .03em; color: #0d5a50 }
.name { margin: 0; max-width: 100%; line-height: 1.35; text-wrap: balance; font-weight: 700 }
.steps1 { font-size: 5cqw } .steps2 { font-size: 4.2cqw } .steps3 { font-size: 3.4cqw } .steps4 { font-size: 2.8cqw } .steps5 { font-size: 2.4cqw }
p { margin: 0; font-size: 1.75cqw; line-height: 1.5; max-width: 70cqw; text-wrap: balance }
.result { font-size: 2cqw; font-weight: 700 }
ul { margin: 0; padding: 0; list-style: none; columns: 2; column-gap: 4cqw; font-size: 1.35cqw; line-height: 1.5; text-align: start }
li { break-inside: avoid }
.foot { display: grid; grid-template-columns: minmax(0, 1fr) fit-content(30cqw) minmax(0, 1fr); align-items: end; gap: 3cqw; font-size: 1.25cqw; line-height: 1.4 }
.date { text-align: start } .check { text-align: end; display: flex; gap: 1.2cqw; justify-content: end; align-items: end; font-size: 1.1cqw }
.check svg { width: 8cqw; height: 8cqw; flex: none }
.signs { min-width: 24cqw; border-top: .12cqw solid #1c2421; padding-top: .6cqw; font-size: 1.4cqw }
.unsigned { border-top-color: transparent }
.dense { padding: 2cqw 4cqw } .dense .words { gap: .9cqw } .dense h1 { font-size: 2.4cqw } .dense p { font-size: 1.2cqw; max-width: 84cqw; text-wrap: wrap }
.dense .name { font-size: 2.6cqw; max-width: 100% } .dense .steps5 { font-size: 1.9cqw } .dense ul { font-size: 1.15cqw }
@media print { .sheet { width: 297mm; height: 210mm; margin: 0 } }
`;

/** It takes the place of the frame; the QR code keeps white around it. */
const styleBehind = `
.behind { position: absolute; inset: 0; width: 100%; height: 100%; object-fit: cover }
.frame { border-color: transparent; outline-color: transparent }
.check svg { box-sizing: content-box; background: #fff; border: .4cqw solid #fff; margin: -.4cqw }
`;

const steps: readonly (readonly [most: number, name: string])[] = [
  [18, 'steps1'],
  [28, 'steps2'],
  [40, 'steps3'],
  [50, 'steps4'],
];

const lettersOf = (name: string): number =>
  [...new Intl.Segmenter('und', { granularity: 'grapheme' }).segment(name)].length;

/** Longer names are smaller, in steps. */
function stepOf(name: string): string {
  const letters = lettersOf(name);
  return steps.find(([most]) => letters <= most)?.[1] ?? 'steps5';
}

/**
 * The first layout: A4 landscape, printed by the browser, which shapes every script. It is never changed: what is issued
 * names it, and a test compares it.
 */
export function layout1(paper: Paper): string {
  const text = (value: string) => escapeHtml(value);
  const { language, name, heading, sentence, result, grade, lines, academy, signatory, role } = paper;
  // Roughly in lines, of which the paper has room for so many at its usual sizes.
  const fullness = sentence.length / 100 + lines.length / 2 + lettersOf(name) / 20 + heading.length / 40;
  const isDense = fullness > 9;
  const outcome = [result, grade].filter((one) => one !== '').join(' · ');
  return [
    '<!DOCTYPE html>',
    `<html lang="${text(language)}">`,
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="robots" content="noindex">',
    `<title>${text(heading)} ${text(paper.number)}</title>`,
    `<style>${style}${paper.background === null ? '' : styleBehind}</style>`,
    '</head>',
    '<body>',
    `<main class="sheet">${paper.background === null ? '' : `<img class="behind" src="${text(paper.background)}" alt="">`}<div class="frame${isDense ? ' dense' : ''}">`,
    `<div class="logo">${paper.logo === null ? text(academy) : `<img src="${text(paper.logo)}" alt="${text(academy)}">`}</div>`,
    '<div class="words">',
    `<h1>${text(heading)}</h1>`,
    `<p class="name ${stepOf(name)}" dir="auto">${text(name)}</p>`,
    `<p dir="auto">${text(sentence)}</p>`,
    ...(outcome === '' ? [] : [`<p class="result">${text(outcome)}</p>`]),
    ...(lines.length === 0 ? [] : ['<ul>', ...lines.map((line) => `<li>${text(line)}</li>`), '</ul>']),
    '</div>',
    '<div class="foot">',
    `<div class="date">${text(paper.issued_on)}<br>${text(paper.number)}</div>`,
    `<div class="signs${signatory === '' ? ' unsigned' : ''}">${text(signatory)}${role === '' ? '' : `<br>${text(role)}`}</div>`,
    `<div class="check"><span>${text(paper.address).replace('/verify/', '<wbr>/verify/<wbr>')}</span>`,
    `<svg viewBox="0 0 ${paper.qr.size} ${paper.qr.size}" role="img" aria-label="QR code of the address" shape-rendering="crispEdges"><path fill="#000" d="${text(paper.qr.path)}"/></svg></div>`,
    '</div>',
    '</div></main>',
    '</body>',
    '</html>',
    '',
  ].join('\n');
}
