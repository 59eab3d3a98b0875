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
import { checkIntakeCall } from './check-intake.ts';
import { mendIntake } from './correct-rows.ts';
import { importIntake } from './import-intake.ts';
import { readIntakeCalls } from './read-intake.ts';
import { undoIntake } from './undo-intake.ts';
import { uploadIntake } from './upload-intake.ts';

export function registerIntakeRoutes(server: FastifyInstance, context: AppContext): void {
  void server.register(async (uploads) => {
    await uploads.register(multipart);
    registerDeclared(uploads, context, [uploadIntake]);
  });
  registerDeclared(server, context, [
    ...readIntakeCalls,
    checkIntakeCall,
    mendIntake,
    importIntake,
    undoIntake,
    listInvitations,
    ...invitingCalls,
    ...printingCalls,
    removeImported,
    ...acceptCalls,
    openTypedCall,
  ]);
}
