import type { FastifyInstance } from 'fastify';
import { registerDeclared } from '../accounts/sessions/act.ts';
import type { ViewerRule } from '../accounts/sessions/viewer.ts';
import type { AppContext } from '../platform/context.ts';
import { registerAttachmentRoutes } from './attachments/routes.ts';
import type { ForumState } from './forum-state.ts';
import { makeDiscussionStreams } from './live/discussion-streams.ts';
import { followCall } from './live/follow-discussion.ts';
import { makePresences } from './live/presences.ts';
import { mentionableCall } from './mentions/people-to-mention.ts';
import { moderatedPostCalls } from './moderation/moderated-posts.ts';
import { moderationCall } from './moderation/moderate-post.ts';
import { reportCall } from './moderation/report-post.ts';
import { discussionAccess, type DiscussionAccess } from './policy.ts';
import { answerCall } from './posts/answer-question.ts';
import { askCall } from './posts/ask-question.ts';
import { deletionCalls } from './posts/delete-post.ts';
import { editCalls } from './posts/edit-post.ts';
import { markCalls } from './posts/mark-answer.ts';
import { undoDeletionCalls } from './posts/undo-deletion.ts';
import { commentCalls } from './reading/read-comments.ts';
import { discussionCall, makeDiscussionReader } from './reading/read-discussion.ts';
import { historyCall } from './reading/read-history.ts';
import { makeViewRecorder, viewCall } from './reading/view-question.ts';
import { searchCalls } from './search/find-questions.ts';
import { readingCalls } from './unread/reading-state.ts';

export function registerDiscussionRoutes(server: FastifyInstance, context: AppContext): void {
  const views = makeViewRecorder(context);
  const presences = makePresences(context);
  const streams = makeDiscussionStreams(context, presences);
  context.metrics.push({
    name: 'capstone_discussion_streams',
    help: 'Readers who follow a discussion (server-sent events)',
    type: 'gauge',
    read: streams.count,
  });
  server.addHook('onClose', async () => {
    await streams.close();
    await views.flush().catch((error) => context.log.warn({ err: error }, 'question views were lost'));
    await presences.close().catch((error) => context.log.warn({ err: error }, 'presence was not saved'));
  });

  const tracked: ViewerRule<DiscussionAccess> = async (check) => {
    const access = await discussionAccess(check);
    const { batch, viewer } = access;
    if (batch !== null && viewer.seenBy === undefined) presences.note(batch.id, viewer.accountId);
    return access;
  };
  const forum: ForumState = { tracked, read: makeDiscussionReader(context) };
  registerDeclared(server, context, [
    discussionCall(forum),
    ...searchCalls(forum),
    ...commentCalls(forum),
    historyCall(forum),
    followCall(forum, streams),
    viewCall(forum, views),
    ...readingCalls(forum),
    mentionableCall(forum),
    askCall(forum),
    answerCall(forum),
    ...editCalls(forum),
    ...deletionCalls(forum),
    ...undoDeletionCalls(forum),
    ...markCalls(forum),
    moderationCall(forum),
    reportCall,
    ...moderatedPostCalls,
  ]);
  registerAttachmentRoutes(server, context, forum);
}
