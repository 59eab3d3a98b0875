import type { Role } from '#contract/accounts/calls';
import { shownName } from '#contract/accounts/person-name';
import type { Question } from '#contract/forum/calls';
import type { Flag } from '../../platform/database/schema.ts';

type Author = {
  authorName: string;
  authorRole: Role;
  authorOnlineUntil: number | null;
  isAnonymous: Flag;
};
export type AuthorReader = { now: number; seesName: boolean };

const anonymous: Question['author'] = { name: 'Anonymous', online: false, role: 'student' };

/** Milliseconds since 1970 UTC; 0 for offline. */
export function onlineUntil({ authorOnlineUntil }: Pick<Author, 'authorOnlineUntil'>): number {
  return authorOnlineUntil ?? 0;
}

export function presentAuthor(author: Author, { now, seesName }: AuthorReader): Question['author'] {
  if (author.isAnonymous === 1 && !seesName) return anonymous;
  return { name: shownName(author.authorName), online: now <= onlineUntil(author), role: author.authorRole };
}

/** In every reader's answer: who sees the name learns that classmates do not. */
export function presentAnonymous({ isAnonymous }: Pick<Author, 'isAnonymous'>): { anonymous?: true } {
  return isAnonymous === 1 ? { anonymous: true } : {};
}
