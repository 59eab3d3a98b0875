import { useState } from 'react';
import { limits } from '#contract/limits';
import type { ModerationAct } from '#contract/forum/moderation-calls';
import { Button } from '../../../ui/button.tsx';
import { moderationWords } from './moderation-words.ts';
import { ReasonDialog } from './reason-dialog.tsx';

/** Moderates a post. @throws CallError */
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
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const words = moderationWords[act];
  return (
    <>
      <Button
        variant={variant}
        small
        aria-label={label ?? `${words.button} this ${noun}`}
        onClick={() => setOpen(true)}
      >
        {words.button}
      </Button>
      {isOpen && (
        <ReasonDialog
          title={words.title(noun)}
          confirm={words.confirm}
          isDangerous={act === 'hide'}
          maxLength={limits.moderationReason}
          reason={reason}
          onReason={setReason}
          onConfirm={async (typed, key) => {
            await onModerate(act, typed, key);
            setReason('');
            setOpen(false);
          }}
          onClose={() => setOpen(false)}
        >
          {words.says}
        </ReasonDialog>
      )}
    </>
  );
}
