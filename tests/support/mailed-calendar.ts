import ICAL from 'ical.js';

type Part = { method: string; text: string };

function decoded(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (encoding !== 'quoted-printable') return body;
  const bytes = body
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** The part of a mail as it came that calendars take; null for a plain one. */
export function calendarPartOf(raw: string): Part | null {
  const head = /^Content-Type: text\/calendar; charset=utf-8; method=(\w+)\r?\n((?:\S.*\r?\n)*)\r?\n/m.exec(
    raw.replaceAll(/;\r?\n[ \t]+/g, '; '),
  );
  if (head === null) return null;
  const rest = raw.replaceAll(/;\r?\n[ \t]+/g, '; ').slice(head.index + head[0].length);
  const [body = ''] = rest.split(/\r?\n--/, 1);
  const encoding = /^Content-Transfer-Encoding: (\S+)/m.exec(head[2] ?? '')?.[1] ?? '';
  return { method: head[1] ?? '', text: decoded(body, encoding) };
}

/** What a calendar has after it was given these mails, in this order: the highest SEQUENCE of a UID counts. */
export function calendarAfter(parts: readonly Part[]): ICAL.Event[] {
  const known = new Map<string, { event: ICAL.Event; isCancelled: boolean }>();
  for (const { method, text } of parts) {
    const calendar = new ICAL.Component(ICAL.parse(text));
    if (calendar.getFirstPropertyValue('method') !== method) throw new Error(`not ${method}`);
    for (const component of calendar.getAllSubcomponents('vevent')) {
      const event = new ICAL.Event(component);
      const before = known.get(event.uid);
      if (before === undefined || event.sequence > before.event.sequence)
        known.set(event.uid, { event, isCancelled: method === 'CANCEL' });
    }
  }
  return [...known.values()].flatMap(({ event, isCancelled }) => (isCancelled ? [] : [event]));
}

export const orders = <One>(all: readonly One[]): One[][] =>
  all.length < 2
    ? [[...all]]
    : all.flatMap((one, at) => orders(all.filter((_, index) => index !== at)).map((rest) => [one, ...rest]));
