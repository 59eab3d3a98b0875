import type { ModerationAct } from '#contract/forum/moderation-calls';

type Words = {
  /** What the button is called. */
  button: string;
  title: (noun: 'question' | 'comment') => string;
  /** What happens, and who reads the reason. */
  says: string;
  confirm: string;
  /** What is said once it is done. */
  done: (noun: 'question' | 'comment') => string;
};

/** What each act of a mentor is called, and says before it is done. */
export const moderationWords: Readonly<Record<ModerationAct, Words>> = {
  hide: {
    button: 'Hide',
    title: (noun) => `Hide this ${noun}?`,
    says: 'It leaves the forum. Its author is told, and reads your reason. On the batch’s page you find it, and can show it again.',
    confirm: 'Hide it',
    done: (noun) => `The ${noun} is hidden. You find it on the batch’s page.`,
  },
  show: {
    button: 'Show again',
    title: (noun) => `Show this ${noun} again?`,
    says: 'It stands in the forum again, and its author is told. The audit log keeps your reason.',
    confirm: 'Show it',
    done: (noun) => `The ${noun} is shown again.`,
  },
  lock: {
    button: 'Lock',
    title: () => 'Lock this question?',
    says: 'Students write nothing more below it and change nothing in it; mentors do. Everybody reads your reason.',
    confirm: 'Lock it',
    done: () => 'The question is locked.',
  },
  unlock: {
    button: 'Unlock',
    title: () => 'Unlock this question?',
    says: 'Everybody can write below it again. The audit log keeps your reason.',
    confirm: 'Unlock it',
    done: () => 'The question is unlocked.',
  },
  pin: {
    button: 'Pin',
    title: () => 'Pin this question?',
    says: 'It stands above all others until it is unpinned. Everybody reads your reason.',
    confirm: 'Pin it',
    done: () => 'The question is pinned.',
  },
  unpin: {
    button: 'Unpin',
    title: () => 'Unpin this question?',
    says: 'It stands among the others again. The audit log keeps your reason.',
    confirm: 'Unpin it',
    done: () => 'The question is unpinned.',
  },
};
