import { escapeHtml } from '#contract/escape-html';

export type PostedFields = { texts: [name: string, text: string][]; hasFile: boolean };

const isSecret = (name: string) => /password|token/i.test(name);

const labels: Record<string, string> = {
  question: 'Your question',
  answer: 'Your comment',
  questionText: 'Your question',
  links: 'Links',
  comments: 'Comments',
  email: 'Email',
  name: 'Name',
  phone: 'Phone Number',
  batch: 'Batch Name',
  number: 'Receipt number',
};

/** Offline, the page has no style sheet. */
const style = `
:root{color-scheme:light dark;--ground:#faf7f0;--surface:#fffdf9;--line:#857c69;--ink:#1c2421;--accent:#0d5a50;--on:#fff}
@media (prefers-color-scheme:dark){:root{--ground:#131715;--surface:#1a201d;--line:#818c85;--ink:#ebe7dd;--accent:#7fcbba;--on:#07251f}}
html{background:var(--ground)}
body{margin:0;color:var(--ink);font:1rem/1.6 Inter,system-ui,sans-serif}
main{max-width:40rem;margin:0 auto;padding:3rem 1rem;display:grid;gap:1.5rem}
h1{margin:0;font-size:1.75rem;line-height:1.25}p{margin:0}label{display:grid;gap:.25rem;font-weight:600}
textarea{box-sizing:border-box;width:100%;padding:.75rem;border:1px solid var(--line);border-radius:6px;background:var(--surface);color:inherit;font:inherit;font-weight:400}
form{display:grid;gap:1.5rem}.ways{display:flex;flex-wrap:wrap;gap:1rem;align-items:center}
button{padding:.75rem 1.25rem;border:0;border-radius:6px;background:var(--accent);color:var(--on);font:inherit;font-weight:600;cursor:pointer}
a{color:var(--accent)}:focus-visible{outline:3px solid var(--accent);outline-offset:2px}`;

const policy =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

/**
 * Returns the texts of a form posted offline, to send again or to copy.
 * @param address path and query of the form's action
 * @param fields null where they could not be read
 */
export function unsentPage(address: string, fields: PostedFields | null): Response {
  const shown = (fields?.texts ?? []).filter(([name, text]) => name in labels && text.trim() !== '');
  const hidden = (fields?.texts ?? []).filter(([name]) => !(name in labels) && !isSecret(name));
  const isWhole = fields !== null && !fields.hasFile && !fields.texts.some(([name]) => isSecret(name));
  const texts = shown.map(
    ([name, text]) =>
      `<label>${escapeHtml(labels[name] ?? name)}<textarea name="${escapeHtml(name)}" rows="5"${isWhole ? '' : ' readonly'}>\n${escapeHtml(text)}</textarea></label>`,
  );
  const rest = hidden.map(
    ([name, text]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(text)}">`,
  );
  const back = `<a href="${escapeHtml(address)}">Open the page again</a>`;
  const ways = isWhole
    ? `<div class="ways"><button>Send again</button>${back}</div>`
    : `<p>${back}${fields?.hasFile ? ' and pick the file again' : ''}.</p>`;
  const words =
    shown.length > 0
      ? `You are offline. Your text is below. ${isWhole ? 'Send it again when you are online.' : 'Please copy it.'}`
      : 'You are offline. Please go back and send it again when you are online.';
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Nothing was sent</title><style>${style}</style></head><body><main><h1>Nothing was sent</h1><p role="alert">${words}</p><form method="post" action="${escapeHtml(address)}">${texts.join('')}${rest.join('')}${ways}</form></main></body></html>`;
  return new Response(html, {
    status: 503,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy,
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'same-origin',
    },
  });
}
