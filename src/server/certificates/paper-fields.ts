import type { ShownCertificate } from '#contract/certificates/certificate-calls';
import { fillSentence, type CertificateKind, type Wording } from '#contract/certificates/wording';
import type { Task } from '#contract/dates';
import type { FrozenContent } from '#contract/results/freeze-calls';
import { weekTasks, type Part } from '#contract/results/rule';
import type { Settings } from '../platform/settings/settings.ts';
import { taskLabel } from '../submissions/open-task.ts';

/** Who passed gets a certificate, and anybody with a result where there is nothing to pass. */
export const kindOfResult = ({ state, passed }: Pick<FrozenContent, 'state' | 'passed'>): CertificateKind =>
  state === 'complete' && passed !== false ? 'certificate' : 'statement';

const partLabel = (part: Part): string => (part === 'weeks' ? 'Weeks 1 to 4' : taskLabel(part));

const statusWords = {
  not_submitted: 'not submitted',
  absent: 'absent',
  excused: 'excused',
  open: 'no mark',
} as const;

const lacking = ['not_submitted', 'absent', 'open'];

/** Of a statement: each task, what is missing, below which minimum, and what can be repeated. */
function statementLines({ lines, minimums }: FrozenContent): string[] {
  const failed = minimums.filter(({ fails }) => fails);
  const missing = lines.filter(({ status }) => lacking.includes(status)).map(({ task }) => task);
  const tasksOf = (part: Part): readonly Task[] => (part === 'weeks' ? weekTasks : [part]);
  const repeatable = lines.filter(
    ({ task, status }) =>
      missing.includes(task) || (status === 'marked' && failed.some(({ of }) => tasksOf(of).includes(task))),
  );
  const listOf = (what: string, items: readonly string[]) =>
    items.length === 0 ? [] : [`${what}: ${items.join(', ')}`];
  return [
    ...lines.map(({ task, status, marks }) =>
      status === 'marked'
        ? `${taskLabel(task)}: ${marks} of 100`
        : `${taskLabel(task)}: ${statusWords[status]}`,
    ),
    ...listOf('Missing', missing.map(taskLabel)),
    ...failed.map(
      ({ of, marks, has }) => `${partLabel(of)}: ${has ?? 0} of 100, at least ${marks} needed to pass`,
    ),
    ...listOf(
      'Can be repeated',
      repeatable.map(({ task }) => taskLabel(task)),
    ),
  ];
}

type Field = { name: string; value: string | string[] };

/** All texts of a paper, in the order in which they are signed. */
export function paperFields(
  content: FrozenContent,
  {
    line,
    wording,
    ...given
  }: {
    /** The confirmed line of the name. */
    line: string;
    wording: Wording;
    kind: CertificateKind;
    academy: string;
    issuedOn: string;
    /** The sheet's number within its batch. */
    sheet: number;
    /** SHA-256 of the logo; empty without one. */
    logo: string;
    /** SHA-256 of the picture behind; empty without one. */
    background: string;
  },
): Field[] {
  const { course, batch, project } = content;
  const { kind, academy, issuedOn, sheet, logo, background } = given;
  const shows = wording.shows === 'result' && content.result !== null;
  const result = shows ? `${content.result} of 100` : '';
  const grade = wording.shows === 'nothing' ? '' : (content.grade ?? '');
  const values = { name: line, course, batch, project, result, grade, academy };
  const texts = {
    name: line,
    heading: wording.heading,
    sentence: fillSentence(wording.sentence, values),
    course,
    batch,
    project,
    result,
    grade,
    lines: kind === 'statement' ? statementLines(content) : [],
    academy,
    signatory: wording.signatory,
    role: wording.role,
    issued_on: issuedOn,
    language: wording.language,
    sheet: String(sheet),
    logo,
    background,
  };
  return Object.entries(texts).map(([name, value]) => ({ name, value }));
}

const fieldsOfPaper = [
  'name',
  'heading',
  'sentence',
  'course',
  'batch',
  'project',
  'result',
  'grade',
  'academy',
  'signatory',
  'role',
  'issued_on',
] as const;

/** Day first, as in India. */
const localeOf = (language: string): string => (language === 'en' ? 'en-GB' : language);

/** All texts of a paper that is issued now. */
export function fieldsNow(
  content: FrozenContent,
  { academyName, academyZone }: Pick<Settings, 'academyName' | 'academyZone'>,
  { now, ...given }: Omit<Parameters<typeof paperFields>[1], 'academy' | 'issuedOn'> & { now: number },
): Field[] {
  const inWords = { dateStyle: 'long', timeZone: academyZone } as const;
  const issuedOn = new Intl.DateTimeFormat(localeOf(given.wording.language), inWords).format(now);
  return paperFields(content, { ...given, academy: academyName, issuedOn });
}

export type ShownPaper = ShownCertificate & { language: string };

/** Null once its texts are erased. */
export function shownOf({ fields }: { fields: readonly (Field | null)[] }): ShownPaper | null {
  const found = new Map<string, string | string[]>();
  for (const field of fields) {
    if (field === null) return null;
    found.set(field.name, field.value);
  }
  const text = (name: string): string => [found.get(name) ?? ''].flat().join(', ');
  const texts = Object.fromEntries(fieldsOfPaper.map((name) => [name, text(name)]));
  const shown = { ...texts, lines: [found.get('lines') ?? []].flat() } as ShownCertificate;
  return { ...shown, language: text('language') };
}
