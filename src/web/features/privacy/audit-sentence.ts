import type { AuditLine } from '#contract/privacy/audit-calls';
import type { Task } from '#contract/dates';
import { signedInScreens } from '#contract/signed-in-screens';
import { taskLabel } from '../../lib/task-label.ts';
import { formatDay, formatShortInstant, type Zone } from '../../ui/time-format.ts';

const somebody: Record<AuditLine['by'], string> = {
  // An account that is there no more has no name.
  person: 'Somebody',
  operator: 'The operator',
  portal: 'The portal',
  unknown: 'Somebody',
};

export function actorName({ who, by }: Pick<AuditLine, 'who' | 'by'>): string {
  return who?.s_name ?? somebody[by];
}

/** The person to name behind the words, and how: what somebody did with their own account names nobody again. */
export function personBehind({
  who,
  whom,
  subject,
}: AuditLine): { name: string; as: 'subject' | 'of' } | null {
  if (whom === null || whom.s_id === who?.s_id) return null;
  return { name: whom.s_name, as: subject === '' || subject === whom.s_id ? 'subject' : 'of' };
}

/** What was acted on: a screen by its title, the task of a project in words. */
export function subjectName(subject: string): string {
  const screen = signedInScreens.find(({ pattern }) => pattern === subject);
  if (screen !== undefined) return `“${screen.title}”`;
  const [, project, task] = /^(\S+) (week-[1-4]|final|viva)$/.exec(subject) ?? [];
  return task === undefined ? subject : `${taskLabel(task as Task)} of ${project}`;
}

/** Where the stored name of a field is not its name on screen. */
const fieldNames: Record<string, string> = {
  'p id': 'project',
  p_id: 'project',
  'start date': 'start',
  'due at': 'due',
  way: 'invited by',
  link: 'link',
  invited: 'people',
  'comment first': 'comment before the mark',
  'exit score': 'exit score',
  deletedAt: 'deleted',
  'is open': 'open for signup',
  open: 'open for signup',
  'is default': 'default batch',
  default: 'default batch',
  'is retired': 'archived',
  retired: 'archived',
  joining: 'who joins',
  'viva deadline': 'viva deadline',
  sha256: 'checksum',
  'second factor': 'two-step verification',
  backgroundImage: 'picture',
  'project url': 'overview document',
  briefs: 'instructions',
  prerequisiteKnowledge: 'prerequisite knowledge',
  jobOpportunities: 'job opportunities',
  'took ms': 'milliseconds',
};

/** The same for values. */
const valueNames: Record<string, Record<string, string>> = {
  way: { print: 'print', mail: 'email' },
  link: { print: 'shown', mail: 'emailed', shown: 'shown', mailed: 'emailed' },
  joining: { anyone: 'anyone', invited: 'invited people only' },
};

/** `2026-11-21 14:30` by the zone's clock: `2:30 pm` on the same day, else with the day. */
export function formatLocalClock(local: string, now: number, zone: Zone): string {
  const utc: Zone = { name: 'UTC' };
  const ms = Date.parse(`${local.replace(' ', 'T')}Z`);
  const text = formatShortInstant(ms, now, utc);
  return formatDay(ms, utc) === formatDay(now, zone) ? (text.split(', ').at(-1) ?? text) : text;
}

/** A change in words: `marks: 70 → 80`, or `exit score: 78` where there was nothing before. */
export function changeWords({ what, before, after }: AuditLine['changes'][number]): string {
  const name = fieldNames[what] ?? what;
  const value = (text: string | null, none: string) =>
    text === null ? none : (valueNames[what]?.[text] ?? text);
  if (before === null) return `${name}: ${value(after, '–')}`;
  return `${name}: ${value(before, '–')} → ${value(after, 'nothing')}`;
}

/** Of an event that was counted: how often it happened since when. Null for another change. */
export function repeatsOf({ changes }: Pick<AuditLine, 'changes'>): { times: string; since: string } | null {
  const [times, since] = changes;
  return times?.what === 'times' && since?.what === 'since'
    ? { times: times.after ?? '', since: since.after ?? '' }
    : null;
}

function groupKey({ act, who, whom, by }: AuditLine): string {
  const isOwn = who !== null && (whom === null || whom.s_id === who.s_id);
  return isOwn && act === 'log-in' ? act : `${act} ${who?.s_id ?? by}`;
}

/** Equal events that follow one another are one entry. */
export function groupLines(lines: readonly AuditLine[]): (readonly [AuditLine, ...AuditLine[]])[] {
  const groups: [AuditLine, ...AuditLine[]][] = [];
  for (const line of lines) {
    const last = groups.at(-1);
    if (last !== undefined && groupKey(last[0]) === groupKey(line)) last.push(line);
    else groups.push([line]);
  }
  return groups;
}

const things = /^(.+) the (batch|course|email|file|page|project|question|rubric|submission)(?: for)?$/;

/** "changed the rubric for" and its subjects: "changed 3 rubrics: Week 1 of P001, and 2 more". */
export function thingsInShort(words: string, names: readonly string[]): string {
  const [first = '', second, ...more] = new Set(names);
  const [, start, noun] = things.exec(words) ?? [];
  if (second === undefined || noun === undefined) return `${words} ${namesInShort(names)}`;
  const others = more.length === 0 ? ` and ${second}` : `, and ${more.length + 1} more`;
  return `${start} ${more.length + 2} ${noun}${noun === 'batch' ? 'es' : 's'}: ${first}${others}`;
}

/** "Asha", "Asha and Ravi", "Asha and 5 others": each name once. */
export function namesInShort(names: readonly string[]): string {
  const [first = '', second, ...more] = [...new Set(names)];
  if (second === undefined) return first;
  return more.length === 0 ? `${first} and ${second}` : `${first} and ${more.length + 1} others`;
}
