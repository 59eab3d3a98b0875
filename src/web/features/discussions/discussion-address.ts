/** The forum of a batch, or one question in it. */
export function discussionAddress(batch: string, questionId?: string): string {
  const forum = `/discussion/${encodeURIComponent(batch)}`;
  return questionId === undefined ? forum : `${forum}#question-${encodeURIComponent(questionId)}`;
}
