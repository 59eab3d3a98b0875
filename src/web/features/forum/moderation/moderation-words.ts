import type { ModerationAction } from '#contract/forum/moderation-calls';

type Words = {
  button: string;
  title: (noun: 'question' | 'comment') => string;
  /** The effect, and who sees the reason. */
  says: string;
  confirm: string;
  done: (noun: 'question' | 'comment') => string;
};

export const moderationWords: Readonly<Record<ModerationAction, Words>> = {
  hide: {
    button: 'Hide',
    title: (noun) => `Hide this ${noun}?`,
    says: 'It is removed from the forum. Its author sees your reason. You can show it again on the batch’s page.',
    confirm: 'Hide it',
    done: (noun) => `The ${noun} is hidden. It is listed on the batch’s page.`,
  },
  show: {
    button: 'Show again',
    title: (noun) => `Show this ${noun} again?`,
    says: 'It is shown in the forum again, and its author is notified. The audit log keeps your reason.',
    confirm: 'Show it',
    done: (noun) => `The ${noun} is shown again.`,
  },
  lock: {
    button: 'Lock',
    title: () => 'Lock this question?',
    says: 'Only mentors can then comment on it or change it. Everybody sees your reason.',
    confirm: 'Lock it',
    done: () => 'The question is locked.',
  },
  unlock: {
    button: 'Unlock',
    title: () => 'Unlock this question?',
    says: 'Everybody can comment on it again. The audit log keeps your reason.',
    confirm: 'Unlock it',
    done: () => 'The question is unlocked.',
  },
  pin: {
    button: 'Pin',
    title: () => 'Pin this question?',
    says: 'It is shown above all others until it is unpinned. Everybody sees your reason.',
    confirm: 'Pin it',
    done: () => 'The question is pinned.',
  },
  unpin: {
    button: 'Unpin',
    title: () => 'Unpin this question?',
    says: 'It is shown among the others again. The audit log keeps your reason.',
    confirm: 'Unpin it',
    done: () => 'The question is unpinned.',
  },
};
