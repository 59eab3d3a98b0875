import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { registerDeclared } from '../accounts/sessions/act.ts';
import type { AppContext } from '../platform/context.ts';
import { backgroundPut, backgroundRemoval } from './backgrounds/change-background.ts';
import { serveCertificatePages } from './certificate-pages.ts';
import { nameCalls } from './confirm-names.ts';
import { issueCalls, type ReadLogo } from './issue-certificates.ts';
import { certificateCalls } from './read-certificate.ts';
import { verifyFileCall } from './verify-file.ts';
import { wordingCalls } from './wording.ts';

/** @param readLogo of a later room */
export function registerCertificateRoutes(
  server: FastifyInstance,
  context: AppContext,
  readLogo: ReadLogo,
): void {
  registerDeclared(server, context, [
    ...nameCalls,
    ...certificateCalls,
    ...wordingCalls,
    ...issueCalls(readLogo),
    backgroundRemoval,
    verifyFileCall,
  ]);
  serveCertificatePages(server, context, readLogo);
  void server.register(async (scope) => {
    await scope.register(multipart);
    registerDeclared(scope, context, [backgroundPut]);
  });
}
