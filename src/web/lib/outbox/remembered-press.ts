import { readDraft, writeDraft } from '../forms/drafts.ts';
import { newIdempotencyKey } from '../forms/idempotency-key.ts';
import { identityOf, type Act, type NewAct } from './act.ts';

type Press = Pick<Act, 'call' | 'body' | 'subject' | 'drafts'>;

/** What was sent, or tried: the text itself where there is no more. */
function contentOf({ call, body, drafts }: Press, file: File | null): string {
  if (call === 'askQuestion' || call === 'answerQuestion') return Object.values(drafts)[0] ?? '';
  const fields = Object.entries(body ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([fields, identityOf(file)]);
}

/** `about` marks it as metadata of the drafts. */
function keyOf({ subject, drafts }: Press): string {
  return `about ${Object.keys(drafts)[0] ?? subject} sent`;
}

type Remembered = { text: string; key: string; file?: string | null; upload?: Act['upload'] };

/** Keeps, beside the drafts, the key and the upload of an act that becomes a draft again. */
export function rememberPress(act: Act, file: File | null): void {
  const { idempotencyKey: key, upload } = act;
  const remembered: Remembered = { text: contentOf(act, file), key, file: identityOf(file), upload };
  writeDraft(keyOf(act), JSON.stringify(remembered));
}

/** To be called once it is pressed again: the act has them from then on. */
export function forgetPress(press: Press): void {
  writeDraft(keyOf(press), null);
}

/** The key for a press: the same content keeps its key, and the same file its upload, whatever else was changed. */
export function keyOfPress(press: NewAct): Pick<Act, 'idempotencyKey' | 'upload'> {
  const whole = { ...press, drafts: press.drafts ?? {} };
  const { file = null } = press;
  const stored = readDraft(keyOf(whole));
  const last = typeof stored === 'string' ? (JSON.parse(stored) as Remembered) : null;
  const isRepeat = last?.text === contentOf(whole, file);
  const hasUpload = file !== null && last?.file === identityOf(file);
  return {
    idempotencyKey: isRepeat ? last.key : newIdempotencyKey(),
    upload: hasUpload ? (last?.upload ?? null) : null,
  };
}
