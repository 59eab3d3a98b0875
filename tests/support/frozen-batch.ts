import { expect } from 'vitest';
import type { BatchCertificates } from '#contract/certificates/certificate-calls';
import type { BatchFreezes } from '#contract/results/freeze-calls';
import { tasks } from '#contract/dates';
import {
  buildAdministrator,
  buildBatch,
  buildMark,
  buildMentor,
  buildResultRule,
  buildSelection,
  buildStudent,
  buildSubmission,
} from './factories.ts';
import { makeTestApp } from './test-app.ts';

const freezes = '/api/staff/batches/OURS/freezes';
export const certificatesPath = '/api/staff/batches/OURS/certificates';
/** The confirmed name of who passed. */
export const certificateLine = 'ലക്ഷ്മി നായർ';

export const portalAddress = 'https://portal.example.test';

/** A frozen batch: somebody who passed, somebody who did not, and somebody without a confirmed name. */
export async function makeFrozenBatch({
  isSealed = true,
  publicUrl = portalAddress,
  app: ofApp = {},
}: { isSealed?: boolean; publicUrl?: string | null } & Pick<
  NonNullable<Parameters<typeof makeTestApp>[0]>,
  'app'
> = {}) {
  const settings = { publicUrl: publicUrl === null ? null : new URL(publicUrl) };
  const app = await makeTestApp({
    settings: { ...settings, secretKeys: isSealed ? ['k'.repeat(32)] : [] },
    app: ofApp,
  });
  const { context } = app;
  const batch = await buildBatch(context, { name: 'OURS' });
  await buildResultRule(context, { batch_id: batch.id, rule: { pass_mark: 50 } });
  const mentor = await buildMentor(context, [batch.id]);
  const office = await app.as(await buildAdministrator(context));
  const student = async (name: string, marks: number) => {
    const account = await buildStudent(context, { batch_id: batch.id, name });
    await buildSelection(context, { account_id: account.id });
    for (const task of tasks) {
      const { id } = await buildSubmission(context, { account_id: account.id, task });
      await buildMark(context, { submission_id: id, marked_by: mentor.id, marks, released: 1 });
    }
    return account;
  };
  const [passed, failed, unnamed] = [
    await student('Lakshmi Nair', 80),
    await student('Binu Das', 40),
    await student('Chitra', 90),
  ];
  const confirm = async (of: typeof passed, text: string) =>
    (await app.as(of)).put(`/api/students/certificateName/${of.email}`, { line: text });
  await confirm(passed, certificateLine);
  await confirm(failed, 'Binu Das');
  const freeze = async (more: object = {}) => {
    const { next } = (await office.get(freezes)).body as BatchFreezes;
    const { status } = await office.post(freezes, { digest: next.digest, ...more });
    expect(status).toBe(200);
  };
  const list = async () => (await office.get(certificatesPath)).body as BatchCertificates;
  const numberOf = async ({ email }: { email: string }) =>
    (await list()).students.find(({ s_id }) => s_id === email)?.issued?.number ?? '';
  const open = (number: string) => app.nobody.get(`/api/certificates/${number}`);
  return {
    app,
    context,
    batch,
    mentor,
    office,
    passed,
    failed,
    unnamed,
    confirm,
    freeze,
    list,
    numberOf,
    open,
  };
}
