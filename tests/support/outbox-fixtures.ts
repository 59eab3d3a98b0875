import { IDBFactory } from 'fake-indexeddb';
import { onTestFinished, vi } from 'vitest';
import type { QueuedRequest, QueuedRequestWithFile } from '#web/lib/outbox/queued-request';

let count = 0;

/** An account of the test's own, in a browser that keeps what it is given. */
export function accountWithStorage(): string {
  vi.stubGlobal('indexedDB', new IDBFactory());
  onTestFinished(() => void vi.unstubAllGlobals());
  count += 1;
  return `asha-${count}@example.test`;
}

/** A comment that was pressed and never tried; the later ones have later ids. */
export function aRequest(given: Partial<QueuedRequest> = {}): QueuedRequest {
  count += 1;
  const account = given.account ?? 'asha@example.test';
  return {
    id: String(count).padStart(6, '0'),
    account,
    call: 'answerQuestion',
    params: { s_id: account, id: '7' },
    body: { answer: 'So.' },
    idempotencyKey: `key-${count}`,
    subject: 'question 7',
    label: { to: '/discussion/MERN-2026-11/7' },
    drafts: {},
    fileDraft: null,
    fileIdentity: null,
    pressedAt: 0,
    state: 'waiting',
    tries: 0,
    triedAt: 0,
    notBefore: 0,
    failure: null,
    upload: null,
    isPlain: false,
    lostUploads: 0,
    maxFileBytes: Infinity,
    answer: null,
    ...given,
  };
}

/** A submission of week 2 that was pressed and never tried. */
export function aSubmission({
  file = null,
  picked,
  ...given
}: Partial<QueuedRequestWithFile> = {}): QueuedRequestWithFile {
  const account = given.account ?? 'asha@example.test';
  const act = aRequest({
    call: 'uploadWeek',
    params: { s_id: account },
    body: { selectedWeek: '2', links: '', comments: 'Done.' },
    subject: 'hand-in week-2',
    label: { task: 'week-2', to: '/WeeklySubmission?week=2' },
    ...given,
  });
  return { ...act, file, ...(picked && { picked }) };
}
