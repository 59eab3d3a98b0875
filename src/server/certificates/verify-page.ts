import { escapeHtml } from '#contract/escape-html';
import type { PublicCertificate, ShownCertificate } from '#contract/certificates/certificate-calls';
import { kindWords, revocations } from '#contract/certificates/wording';

const style = `
:root { color-scheme: light dark; --ground: #faf7f0; --ink: #1c2421; --soft: #56605b; --line: #dfd8c8; --good: #0d5a50; --bad: #9c2a1f }
@media (prefers-color-scheme: dark) { :root { --ground: #131715; --ink: #ebe7dd; --soft: #a8b0a9; --line: #313a35; --good: #7fcbba; --bad: #f0a79c } }
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif }
header, main { max-width: 44rem; margin: 0 auto; padding: 1rem }
header { color: var(--soft) }
h1 { margin: 0; font-size: 1.5rem; line-height: 1.3 }
.verdict { border-inline-start: .35rem solid var(--good); padding: .25rem 0 .25rem 1rem; margin-block-end: 1.5rem }
.verdict p { margin: .25rem 0 0 }
.bad { border-color: var(--bad) }
.bad h1 { color: var(--bad) }
dl { margin: 0; display: grid; grid-template-columns: minmax(7rem, auto) 1fr; gap: .5rem 1.5rem }
dt { color: var(--soft) } dd { margin: 0; overflow-wrap: anywhere }
.name { font-size: 1.25rem; font-weight: 700 }
ul { margin: 0; padding: 0; list-style: none }
@media (max-width: 30rem) { dl { grid-template-columns: 1fr; gap: 0 } dd { margin-block-end: .75rem } }
`;

type Site = { academy: string; /** A revocation's day. */ dayOf: (instant: string) => string };

function verdictOf({ verdict, kind, shown, revoked, number }: PublicCertificate, { academy, dayOf }: Site) {
  const what = kind === null ? 'certificate' : kindWords[kind].toLowerCase();
  if (verdict === 'genuine')
    return [
      'Genuine',
      `${academy} issued this ${what} on ${shown?.issued_on ?? ''}. Compare it with the paper.`,
    ];
  if (verdict === 'revoked' && revoked !== null)
    return ['Revoked', `This ${what} was revoked on ${dayOf(revoked.at)}. ${revocations[revoked.reason]}`];
  return [
    'Unknown',
    `There is no certificate with the number ${number}. Check the number for typing errors.`,
  ];
}

const labels: readonly (readonly [keyof ShownCertificate, string])[] = [
  ['name', 'Name'],
  ['heading', 'Heading'],
  ['sentence', 'Text'],
  ['course', 'Course'],
  ['batch', 'Batch'],
  ['project', 'Project'],
  ['result', 'Result'],
  ['grade', 'Grade'],
  ['lines', 'Marks'],
  ['signatory', 'Signed by'],
  ['role', 'Role'],
  ['academy', 'Academy'],
  ['issued_on', 'Issued on'],
];

function factsOf(shown: ShownCertificate, number: string): string {
  const facts = labels.flatMap(([name, label]) => {
    const value = shown[name];
    if (value.length === 0) return [];
    const text = Array.isArray(value)
      ? `<ul>${value.map((line) => `<li>${escapeHtml(line)}</li>`).join('')}</ul>`
      : escapeHtml(String(value));
    return [`<dt>${label}</dt><dd dir="auto"${name === 'name' ? ' class="name"' : ''}>${text}</dd>`];
  });
  return ['<dl>', ...facts, `<dt>Number</dt><dd>${escapeHtml(number)}</dd>`, '</dl>'].join('\n');
}

/** For anybody who holds a paper: all that it shows, and whether it is valid. Without a script. */
export function verifyPage(certificate: PublicCertificate, site: Site): string {
  const [title = '', words = ''] = verdictOf(certificate, site);
  const isGood = certificate.verdict === 'genuine';
  return [
    '<!DOCTYPE html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="robots" content="noindex">',
    `<title>${title} · ${escapeHtml(site.academy)}</title>`,
    `<style>${style}</style>`,
    '</head>',
    '<body>',
    `<header>${escapeHtml(site.academy)}</header>`,
    '<main>',
    `<div class="verdict${isGood ? '' : ' bad'}"><h1>${title}</h1><p>${escapeHtml(words)}</p></div>`,
    certificate.shown === null ? '' : factsOf(certificate.shown, certificate.number),
    '</main>',
    '</body>',
    '</html>',
    '',
  ].join('\n');
}
