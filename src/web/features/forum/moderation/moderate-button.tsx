import { limits } from '#contract/limits';
import type { ModerationAction } from '#contract/forum/moderation-calls';
import { moderationWords } from './moderation-words.ts';
import { ReasonButton } from './reason-dialog.tsx';

/** @throws CallError */
export type Moderate = (action: ModerationAction, reason: string, idempotencyKey: string) => Promise<void>;

export function ModerateButton({
  action,
  noun,
  onModerate,
  variant = 'quiet',
  label,
}: {
  action: ModerationAction;
  noun: 'question' | 'comment';
  onModerate: Moderate;
  variant?: 'quiet' | 'secondary';
  /** The accessible name where the context does not identify the post. */
  label?: string;
}) {
  const words = moderationWords[action];
  return (
    <ReasonButton
      button={{
        variant,
        children: words.button,
        'aria-label': label ?? `${words.button} this ${noun}`,
      }}
      title={words.title(noun)}
      confirm={words.confirm}
      isDangerous={action === 'hide'}
      maxLength={limits.moderationReason}
      onConfirm={(reason, key) => onModerate(action, reason, key)}
    >
      {words.says}
    </ReasonButton>
  );
}
