import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { registerDeclared } from '../accounts/sessions/act.ts';
import type { AppContext } from '../platform/context.ts';
import { backgroundPut, backgroundRemoval } from './backgrounds/change-background.ts';
import { serveCertificatePages } from './certificate-pages.ts';
import { nameCalls } from './confirm-names.ts';
import { issueCalls, type ReadLogo } from './issue-certificates.ts';
import { certificateCalls } from './read-certificate.ts';
import { verifyFileCall, type IssuedElsewhere } from './verify-file.ts';
import { wordingCalls } from './wording.ts';

/** @param later what later rooms know */
export function registerCertificateRoutes(
  server: FastifyInstance,
  context: AppContext,
  { readLogo, issuedRecord }: { readLogo: ReadLogo; issuedRecord: IssuedElsewhere },
): void {
  registerDeclared(server, context, [
    ...nameCalls,
    ...certificateCalls,
    ...wordingCalls,
    ...issueCalls(readLogo),
    backgroundRemoval,
    verifyFileCall(issuedRecord),
  ]);
  serveCertificatePages(server, context, readLogo);
  void server.register(async (scope) => {
    await scope.register(multipart);
    registerDeclared(scope, context, [backgroundPut]);
  });
}
