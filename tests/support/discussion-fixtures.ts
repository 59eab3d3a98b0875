import type { Discussion, Question } from '#contract/forum/calls';

/** Questions of the wire for component tests; each takes the fields that a test is about. */

export const author: Question['author'] = { name: 'Asha Kumari', online: false, role: 'student' };

export function question(id: number, fields: Partial<Question> = {}): Question {
  return {
    _id: String(id),
    question: `Question ${id}`,
    answers: (fields.comments ?? []).map((comment) => comment.text),
    answers_count: fields.comments?.length ?? 0,
    comments: [],
    author,
    createdAt: '2026-11-02T00:00:00.000Z',
    editedAt: null,
    views: 0,
    isFavorite: false,
    can: { edit: false, delete: false },
    unread: 0,
    isMuted: false,
    format: 'plain',
    ...fields,
  };
}

export function comment(id: number, text = `Comment ${id}`): Question['comments'][number] {
  return { id: String(id), text, author, createdAt: '2026-11-02T01:00:00.000Z', format: 'plain' };
}

/** Questions of neighbouring ids, as a page has them. */
export function questions(first: number, last: number): Question[] {
  return Array.from({ length: last - first + 1 }, (_, index) => question(first + index));
}

export function discussionOf(page: Question[], batch: string | null = 'MERN-2026-11'): Discussion {
  return { batch, questions: page };
}
