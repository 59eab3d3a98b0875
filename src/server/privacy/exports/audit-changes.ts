import type { AuditLine } from '#contract/privacy/audit-calls';
import { localText } from '../../platform/zoned-time.ts';

type Change = AuditLine['changes'][number];

/** So many characters of a value stand in a line. */
const longest = 500;
const isoPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/;
/** Numbers from here on are instants: the year 2001 in milliseconds. Nothing else of the audit log is as large. */
const leastInstant = 1_000_000_000_000;

const named = (key: string): string => key.replaceAll('_', ' ');

function inWords(value: unknown, zone: string): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number')
    return value >= leastInstant ? localText(value, zone).slice(0, 16) : String(value);
  if (typeof value === 'string')
    return isoPattern.test(value) ? localText(Date.parse(value), zone).slice(0, 16) : value;
  if (Array.isArray(value)) return value.map((item) => inWords(item, zone) ?? '').join('; ');
  return Object.entries(value)
    .map(([key, held]) => `${named(key)} ${inWords(held, zone) ?? '–'}`)
    .join(', ');
}

function cut(text: string | null): string | null {
  return text === null || text.length <= longest ? text : `${text.slice(0, longest).toWellFormed()}…`;
}

const parse = (text: string | null): unknown => (text === null ? null : JSON.parse(text));
const asFields = (value: unknown): Record<string, unknown> => {
  if (value === null) return {};
  return typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : { value };
};

/**
 * What a line of the audit log says to have changed, in words; what is the same before and after is left out. Times are the
 * academy's.
 */
export function changesOf(before: string | null, after: string | null, zone: string): Change[] {
  const [was, is] = [asFields(parse(before)), asFields(parse(after))];
  const keys = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  return keys.flatMap((key) => {
    if (JSON.stringify(was[key]) === JSON.stringify(is[key])) return [];
    const change = { before: cut(inWords(was[key], zone)), after: cut(inWords(is[key], zone)) };
    return change.before === change.after ? [] : [{ what: named(key), ...change }];
  });
}
