import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PublicCertificate } from '#contract/certificates/certificate-calls';
import { tasks, type Task } from '#contract/dates';
import { dayMs } from '#contract/durations';
import type { BatchFreezes, Sheet } from '#contract/results/freeze-calls';
import { resultOf } from '#contract/results/result';
import type { StudentResult } from '#contract/results/result-calls';
import { outcomeWords, partInWords } from '#contract/results/sheet-words';
import { verifyDocument } from '#server/platform/signing/signed-document';
import {
  buildAdministrator,
  buildBatch,
  buildProject,
  buildSelection,
  buildStudent,
  buildSubmission,
} from '#support/factories';
import { portalAddress } from '#support/frozen-batch';
import { openTestApp } from '#support/test-app';
import { webBuild } from '#support/web-build';
import { workedResults, type WorkedResult } from '#support/worked-cases';
import { workedParts, workedRule } from '#support/worked-results';

type Case = WorkedResult & { email: string; batch: string };
const figuresOf = ({ says: { left_out: _left, fails: _fails, ...says } }: WorkedResult) => ({
  state: 'complete',
  so_far: null,
  passed: null,
  grade: null,
  ...says,
});
const text = (value: unknown) => String(value ?? '');
const yesOrNo = (value: unknown) => (typeof value === 'boolean' ? (value ? 'yes' : 'no') : '');

/** All cases, made by calls: the rule, each mark and record, each review and each name. */
async function makeCases() {
  const app = await openTestApp({
    settings: { secretKeys: ['k'.repeat(32)], publicUrl: new URL(portalAddress) },
    app: { pages: webBuild() },
  });
  const { context, clock } = app;
  const administrator = await buildAdministrator(context);
  const office = await app.as(administrator);
  const must = async (answer: Promise<{ status: number; body: any }>) => {
    const { status, body } = await answer;
    if (status >= 300) throw new Error(`answered ${status}: ${JSON.stringify(body)}`);
    return body;
  };
  const started_at = clock.now() - 60 * dayMs;
  const rules = Map.groupBy(workedResults, ({ rule }) => JSON.stringify(workedRule(rule)));
  const cases: Case[] = [];

  async function mark(account: { id: number; email: string }, task: Task, part: string) {
    const record = `/api/staff/students/${account.email}/tasks/${task}/recorded`;
    const status = { A: 'absent', N: 'not_submitted', E: 'excused' }[part];
    if (status !== undefined)
      return must(office.put(record, { status, comments: '', released: true, newest: null }));
    const [marks = '', days = '0'] = part.replace('?', '').split('+');
    const submitted_at = started_at + 40 * dayMs;
    const late = Number(days) > 0 ? ({ late: 1, due_at: submitted_at - Number(days) * dayMs } as const) : {};
    const version = await buildSubmission(context, { account_id: account.id, task, submitted_at, ...late });
    const given = { marks: Number(marks), comments: '', released: true };
    await must(office.put(`/api/staff/submissions/${version.number}/mark`, given));
    if (part.endsWith('?')) {
      const asked = { task, version: 1, reason: 'I answered more.' };
      await must((await app.as(account)).post(`/api/students/secondLook/${account.email}`, asked));
    }
  }

  for (const [index, [rule, ofRule]] of [...rules].entries()) {
    const batch = await buildBatch(context, { name: `R-${index}` });
    const project = await buildProject(context, { course_id: batch.course_id });
    await must(office.put(`/api/staff/batches/${batch.name}/result-rule`, JSON.parse(rule)));
    for (const [line, one] of ofRule.entries()) {
      const student = await buildStudent(context, { batch_id: batch.id, name: `Student ${line}` });
      await buildSelection(context, { account_id: student.id, project_id: project.id, started_at });
      for (const [place, part] of one.marks.split(' ').entries())
        if (part !== '-') await mark(student, tasks[place] as Task, part);
      const named = { line: `Student ${line}` };
      await must((await app.as(student)).put(`/api/students/certificateName/${student.email}`, named));
      cases.push({ ...one, email: student.email, batch: batch.name });
    }
  }
  const cookie = await app.cookieOf(administrator);
  const page = async (url: string) =>
    (await app.app.inject({ method: 'GET', url, headers: { cookie } })).body;
  return {
    app,
    office,
    must,
    cases,
    page,
    batches: [...Map.groupBy(cases, ({ batch }) => batch)],
  };
}

let made: Awaited<ReturnType<typeof makeCases>>;
beforeAll(async () => void (made = await makeCases()), 60_000);
afterAll(() => made.app.close());

const rowsOf = (csv: unknown) =>
  parse(csv as string, { bom: true, columns: true }) as Record<string, string>[];
const listOf = (figures: object) => expect.objectContaining(figures);

test('the student’s own result and what the office sees of it', async () => {
  for (const one of made.cases) {
    const result = (await made.must(made.office.get(`/api/students/result/${one.email}`))) as StudentResult;
    expect(result, one.name).toMatchObject(figuresOf(one));
    expect(result.with_unreleased, one.name).toMatchObject(figuresOf(one));
    const fails = result.minimums.filter((minimum) => minimum.fails).map(({ of }) => of);
    expect(fails, one.name).toEqual(one.says.fails ?? []);
    const left = result.lines.filter(({ counted, weight }) => counted !== null && weight === 0);
    if (workedRule(one.rule).weights?.['week-1'] !== 0)
      expect(
        left.map(({ task }) => task),
        one.name,
      ).toEqual(one.says.left_out ?? []);
  }
});

test('the CSV of results, and the list before freezing', async () => {
  for (const [batch, cases] of made.batches) {
    const rows = rowsOf((await made.office.get(`/api/staff/batches/${batch}/progress.csv`)).body);
    const { next } = (await made.must(
      made.office.get(`/api/staff/batches/${batch}/freezes`),
    )) as BatchFreezes;
    for (const one of cases) {
      const { result, so_far, passed, grade } = figuresOf(one) as Record<string, unknown>;
      expect(
        rows.find(({ email }) => email === one.email),
        one.name,
      ).toMatchObject({
        result: text(result),
        'result so far': text(so_far),
        passed: yesOrNo(passed),
        'result grade': text(grade),
        'result NOT RELEASED': '',
      });
      const listed = next.students.find(({ student }) => student.s_id === one.email);
      expect(listed, one.name).toMatchObject(figuresOf(one));
    }
  }
});

/** The cells of each row of the paper, as text. */
const paperRows = (html: string): string[][] =>
  [...html.matchAll(/<tr\b[^>]*>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<t[hd]\b[^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = '']) =>
      cell.replaceAll(/<[^>]*>/g, ''),
    ),
  );

test('the frozen sheet: its paper, its CSV in two forms, its signed file; then certificate and statement', async () => {
  const { office, must, page, app } = made;
  await must(
    office.put('/api/staff/sheet-headings', {
      ...(await must(office.get('/api/staff/sheet-headings'))),
      format: 'own',
    }),
  );
  for (const [batch, cases] of made.batches) {
    const path = `/api/staff/batches/${batch}/freezes`;
    const { next } = (await must(office.get(path))) as BatchFreezes;
    await must(office.post(path, { digest: next.digest, incomplete: 'freeze' }));
    const sheet = (await must(office.get(`${path}/1`))) as Sheet;
    const csv = rowsOf((await office.get(`${path}/1/sheet.csv?format=capstone`)).body);
    const own = rowsOf((await office.get(`${path}/1/sheet.csv`)).body);
    const paper = paperRows(await page(`/staff/batches/${batch}/sheets/1`)).filter(([no]) =>
      /^\d+$/.test(no ?? ''),
    );
    const signed = verifyDocument(await must(office.get(`${path}/1/sheet.json`)));
    const lines = signed?.fields.flatMap((field) =>
      field?.name === 'student' ? [field.value as string[]] : [],
    );
    await must(office.post(`/api/staff/batches/${batch}/certificates`, {}));
    const { students } = await must(office.get(`/api/staff/batches/${batch}/certificates`));
    expect(paper, batch).toHaveLength(cases.length);
    for (const one of cases) {
      const figures = figuresOf(one);
      const { state, passed, grade } = figures;
      const result = text(figures.result);
      const outcome = outcomeWords({ state, passed } as Parameters<typeof outcomeWords>[0]);
      const place = sheet.results.findIndex(({ student }) => student.s_id === one.email);
      expect(sheet.results[place], one.name).toEqual(listOf(figures));
      expect(
        csv.find(({ email }) => email === one.email),
        one.name,
      ).toMatchObject({
        result,
        passed: yesOrNo(passed),
        'result grade': text(grade),
        state,
      });
      const ofOwn = own.find(({ Email }) => Email === one.email);
      expect(ofOwn, one.name).toMatchObject({ Result: result, Grade: text(grade), Outcome: outcome });
      expect(paper[place]?.slice(8), one.name).toEqual([result === '' ? '–' : result, text(grade), outcome]);
      const parts = resultOf(workedRule(one.rule), workedParts(one.marks)).lines.map(partInWords);
      const line = lines?.find(([, email]) => email === one.email);
      expect(line?.slice(3, 12), one.name).toEqual([...parts, result, text(grade), outcome]);
      const number = students.find(({ s_id }: { s_id: string }) => s_id === one.email)?.issued?.number;
      const issued = (await app.nobody.get(`/api/certificates/${number}`)).body as PublicCertificate;
      expect(issued, one.name).toMatchObject({
        verdict: 'genuine',
        kind: state === 'complete' && passed !== false ? 'certificate' : 'statement',
        shown: { result: result === '' ? '' : `${result} of 100`, grade: text(grade) },
      });
    }
  }
});
