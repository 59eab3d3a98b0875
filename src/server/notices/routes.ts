import type { FastifyInstance } from 'fastify';
import { registerDeclared } from '../accounts/sessions/act.ts';
import type { AppContext } from '../platform/context.ts';
import { announceToBatches } from './announcements/announce-to-batches.ts';
import { editAnnouncement, withdrawAnnouncement } from './announcements/change-announcement.ts';
import {
  cancelAnnouncement,
  editPlannedAnnouncement,
  planAnnouncement,
} from './announcements/planned-announcements.ts';
import { publishAnnouncement } from './announcements/publish-announcement.ts';
import { announcementReads } from './announcements/read-announcements.ts';
import { noticeReads } from './list-notices.ts';
import { messageStudents } from './message-students.ts';
import { chooseMail, mailLinkCalls } from './mails/choose-mail.ts';

export function registerNoticeRoutes(server: FastifyInstance, context: AppContext): void {
  registerDeclared(server, context, [
    ...noticeReads,
    chooseMail,
    ...mailLinkCalls,
    ...announcementReads,
    publishAnnouncement,
    planAnnouncement,
    announceToBatches,
    editAnnouncement,
    editPlannedAnnouncement,
    withdrawAnnouncement,
    cancelAnnouncement,
    messageStudents,
  ]);
}
