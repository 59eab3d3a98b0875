import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { registerDeclared } from '../../accounts/sessions/act.ts';
import type { AppContext } from '../../platform/context.ts';
import { acceptCalls } from '../invitations/accept-invitation.ts';
import { invitingCalls } from '../invitations/invite.ts';
import { listInvitations } from '../invitations/list-invitations.ts';
import { openTypedCall } from '../invitations/open-typed.ts';
import { printingCalls } from '../invitations/print-invitations.ts';
import { removeImported } from '../invitations/remove-imported.ts';
import { checkImportCall } from './check-import.ts';
import { correctImport } from './correct-rows.ts';
import { runImport } from './run-import.ts';
import { readImportCalls } from './read-import.ts';
import { undoImport } from './undo-import.ts';
import { uploadImport } from './upload-import.ts';

export function registerImportRoutes(server: FastifyInstance, context: AppContext): void {
  void server.register(async (uploads) => {
    await uploads.register(multipart);
    registerDeclared(uploads, context, [uploadImport]);
  });
  registerDeclared(server, context, [
    ...readImportCalls,
    checkImportCall,
    correctImport,
    runImport,
    undoImport,
    listInvitations,
    ...invitingCalls,
    ...printingCalls,
    removeImported,
    ...acceptCalls,
    openTypedCall,
  ]);
}
