import { limits } from '#contract/limits';
import type { ModerationAct } from '#contract/forum/moderation-calls';
import { moderationWords } from './moderation-words.ts';
import { ReasonButton } from './reason-dialog.tsx';

/** @throws CallError */
export type Moderate = (act: ModerationAct, reason: string, idempotencyKey: string) => Promise<void>;

export function ModerateButton({
  act,
  noun,
  onModerate,
  variant = 'quiet',
  label,
}: {
  act: ModerationAct;
  noun: 'question' | 'comment';
  onModerate: Moderate;
  variant?: 'quiet' | 'secondary';
  /** The accessible name where the context does not identify the post. */
  label?: string;
}) {
  const words = moderationWords[act];
  return (
    <ReasonButton
      button={{
        variant,
        children: words.button,
        'aria-label': label ?? `${words.button} this ${noun}`,
      }}
      title={words.title(noun)}
      confirm={words.confirm}
      isDangerous={act === 'hide'}
      maxLength={limits.moderationReason}
      onConfirm={(reason, key) => onModerate(act, reason, key)}
    >
      {words.says}
    </ReasonButton>
  );
}
