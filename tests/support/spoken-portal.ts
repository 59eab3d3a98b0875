import { virtual } from '@guidepup/virtual-screen-reader';
import type { FastifyInstance } from 'fastify';
import { Window } from 'happy-dom';
import { onTestFinished } from 'vitest';
import { encodeForm, type FormParts } from './encode-form.ts';

/** What the reader looks for in the browser's global scope. */
const globals = [
  'document',
  'CSS',
  'getComputedStyle',
  'MutationObserver',
  'Node',
  'Element',
  'HTMLElement',
  'HTMLAnchorElement',
  'HTMLButtonElement',
  'HTMLInputElement',
  'HTMLSelectElement',
  'HTMLTextAreaElement',
] as const;

/** Longer than every page: what repeats itself must not read for ever. */
const mostPhrases = 2_000;

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

function partsOf(form: HTMLFormElement, button: HTMLButtonElement): FormParts {
  const parts: [string, string][] = [];
  for (const field of form.querySelectorAll<Field>('input, textarea, select')) {
    const isLeftOut = 'checked' in field && /^(?:checkbox|radio)$/.test(field.type) && !field.checked;
    if (field.name !== '' && !field.disabled && field.type !== 'file' && !isLeftOut)
      parts.push([field.name, field.value]);
  }
  if (button.name !== '') parts.push([button.name, button.value]);
  return parts;
}

/** There is one reader, and one global scope. */
let stop = async () => {};

/**
 * Somebody who hears the portal's pages, as the server sends them, by a virtual screen reader: moves on phrase by phrase,
 * types into fields, and presses buttons and links.
 */
export function makeListener(server: FastifyInstance, cookie = '') {
  const cookies = new Map(cookie === '' ? [] : [cookie.split('=', 2) as [string, string]]);
  let address = '';
  onTestFinished(() => stop());

  async function load(url: string, payload?: { headers: Record<string, string>; payload: string | Buffer }) {
    const sent = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await server.inject({
      method: payload === undefined ? 'GET' : 'POST',
      url,
      ...payload,
      headers: { ...payload?.headers, cookie: sent, 'sec-fetch-site': 'same-origin' },
    });
    for (const { name, value } of answer.cookies) cookies.set(name, value);
    const { location } = answer.headers;
    if (typeof location === 'string') return load(location);
    address = url;
    return answer.body;
  }

  async function show(html: string): Promise<void> {
    await stop();
    const window = new Window({
      url: new URL(address, 'http://localhost').href,
      settings: { disableCSSFileLoading: true, disableJavaScriptFileLoading: true },
    });
    window.document.write(html);
    const scope = globalThis as unknown as Record<string, unknown>;
    const before = Object.fromEntries(['window', ...globals].map((name) => [name, scope[name]]));
    const own = window as unknown as Record<string, unknown>;
    Object.assign(scope, { window }, Object.fromEntries(globals.map((name) => [name, own[name]])));
    stop = async () => {
      stop = async () => {};
      await virtual.stop();
      Object.assign(scope, before);
      await window.happyDOM.close();
    };
    await virtual.start({ container: window.document.body as unknown as Node, window: window as never });
  }

  const active = <Kind extends Element>() => virtual.activeNode as unknown as Kind;

  /** Moves on until a phrase. @returns what was spoken on the way */
  async function hear(phrase: string | RegExp, isWanted = () => true): Promise<string[]> {
    const heard: string[] = [];
    const isIt = (spoken: string) => (typeof phrase === 'string' ? spoken === phrase : phrase.test(spoken));
    while (heard.length < mostPhrases) {
      await virtual.next();
      const spoken = await virtual.lastSpokenPhrase();
      heard.push(spoken);
      if (isIt(spoken) && isWanted()) return heard;
      if (spoken === 'end of document') break;
    }
    throw new Error(`"${String(phrase)}" was not heard on ${address} after:\n${heard.join('\n')}`);
  }

  return {
    hear,
    address: () => address,
    async open(url: string): Promise<void> {
      await show(await load(url));
    },
    /** Moves on to a field; labels may be spoken alike. */
    async type(phrase: string | RegExp, text: string): Promise<void> {
      await hear(phrase, () => /^(?:INPUT|TEXTAREA|SELECT)$/.test(active().nodeName));
      active<Field>().value = text;
    },
    async check(phrase: string | RegExp): Promise<void> {
      await hear(phrase);
      active<HTMLInputElement>().checked = true;
    },
    /** Moves on to a link or button; a button posts its form. */
    async press(phrase: string | RegExp): Promise<void> {
      await hear(phrase);
      const pressed = active<Element>();
      const link = pressed.closest('a');
      if (link !== null) return show(await load(link.getAttribute('href') ?? ''));
      const button = pressed.closest('button');
      const form = button?.form ?? null;
      if (button === null || form === null) throw new Error(`${pressed.outerHTML} cannot be pressed`);
      const parts = partsOf(form, button);
      const to = form.getAttribute('action') ?? address;
      if (form.method === 'get') {
        const query = new URLSearchParams(parts as [string, string][]);
        return show(await load(`${to.split('?')[0]}?${query.toString()}`));
      }
      if (form.enctype === 'multipart/form-data') {
        const { headers, body } = encodeForm(parts);
        return show(await load(to, { headers, payload: body }));
      }
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const payload = new URLSearchParams(parts as [string, string][]).toString();
      return show(await load(to, { headers, payload }));
    },
  };
}
