import { readDraft, writeDraft } from '../forms/drafts.ts';
import { newIdempotencyKey } from '../forms/idempotency-key.ts';
import { identityOf, type QueuedRequest, type NewRequest } from './queued-request.ts';

type RequestContent = Pick<QueuedRequest, 'call' | 'body' | 'subject' | 'drafts'>;

/** For a post the text alone. */
function contentOf({ call, body, drafts }: RequestContent, file: File | null): string {
  if (call === 'askQuestion' || call === 'answerQuestion') return Object.values(drafts)[0] ?? '';
  const fields = Object.entries(body ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([fields, identityOf(file)]);
}

/** `about` marks metadata of drafts. */
function keyOf({ subject, drafts }: RequestContent): string {
  return `about ${Object.keys(drafts)[0] ?? subject} sent`;
}

type Remembered = { text: string; key: string; file?: string | null; upload?: QueuedRequest['upload'] };

/** Beside the drafts, for a request that becomes a draft again. */
export function rememberRequest(request: QueuedRequest, file: File | null): void {
  const { idempotencyKey: key, upload } = request;
  const remembered: Remembered = { text: contentOf(request, file), key, file: identityOf(file), upload };
  writeDraft(keyOf(request), JSON.stringify(remembered));
}

/** To be called once it is queued again. */
export function forgetRequest(content: RequestContent): void {
  writeDraft(keyOf(content), null);
}

/** Equal content keeps its key, and an equal file its upload. */
export function keyOfRequest(described: NewRequest): Pick<QueuedRequest, 'idempotencyKey' | 'upload'> {
  const { file = null } = described;
  const content = { ...described, drafts: described.drafts ?? {} };
  const stored = readDraft(keyOf(content));
  const last = typeof stored === 'string' ? (JSON.parse(stored) as Remembered) : null;
  const isRepeat = last?.text === contentOf(content, file);
  const hasUpload = file !== null && last?.file === identityOf(file);
  return {
    idempotencyKey: isRepeat ? last.key : newIdempotencyKey(),
    upload: hasUpload ? (last?.upload ?? null) : null,
  };
}
