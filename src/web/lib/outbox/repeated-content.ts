import { readDraft, writeDraft } from '../forms/drafts.ts';
import { newIdempotencyKey } from '../forms/idempotency-key.ts';
import { sentDraft } from '../stored-names/offline.ts';
import { identityOf, type NewRequest, type QueuedRequest } from './queued-request.ts';

/**
 * A request that became a draft again is remembered beside its drafts: equal content that is queued again keeps its
 * Idempotency-Key, since an attempt whose answer was lost still counts.
 */

type RequestContent = Pick<QueuedRequest, 'call' | 'body' | 'subject' | 'drafts'>;

/** For a post the text alone. */
function contentOf({ call, body, drafts }: RequestContent, file: File | null): string {
  if (call === 'askQuestion' || call === 'answerQuestion') return Object.values(drafts)[0] ?? '';
  // An attempt adds the file's id.
  const given = Object.entries(body ?? {}).filter(([name]) => call !== 'askExtension' || name !== 'file');
  const fields = given.toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([fields, identityOf(file)]);
}

/** The draft that remembers it. */
export function rememberedDraft({ subject, drafts }: RequestContent): string {
  return sentDraft(Object.keys(drafts)[0] ?? subject);
}

type Remembered = {
  text: string;
  key: string;
  subject?: string;
  file?: string | null;
  upload?: QueuedRequest['upload'];
};

export function rememberRequest(request: QueuedRequest, file: File | null): void {
  const { idempotencyKey: key, subject, upload } = request;
  const text = contentOf(request, file);
  const remembered: Remembered = { text, key, subject, file: identityOf(file), upload };
  writeDraft(rememberedDraft(request), JSON.stringify(remembered));
}

/** To be called once it is queued again. */
export function forgetRequest(content: RequestContent): void {
  writeDraft(rememberedDraft(content), null);
}

function readRemembered(content: RequestContent): Remembered | null {
  const stored = readDraft(rememberedDraft(content));
  return typeof stored === 'string' ? (JSON.parse(stored) as Remembered) : null;
}

export const isRemembered = (request: QueuedRequest): boolean =>
  readRemembered(request)?.key === request.idempotencyKey;

/** Equal content keeps its key, and an equal file of the same task its upload. */
export function keyOfContent(described: NewRequest): Pick<QueuedRequest, 'idempotencyKey' | 'upload'> {
  const { file = null } = described;
  const content = { ...described, drafts: described.drafts ?? {} };
  const last = readRemembered(content);
  const isRepeat = last?.text === contentOf(content, file);
  const hasUpload = file !== null && last?.file === identityOf(file) && last.subject === content.subject;
  return {
    idempotencyKey: isRepeat ? last.key : newIdempotencyKey(),
    upload: hasUpload ? (last?.upload ?? null) : null,
  };
}
