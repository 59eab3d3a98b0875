import type { AccessScope } from '#contract/accounts/access-scopes';

export const scopeWords: Readonly<Record<AccessScope, string>> = {
  'batch:read': 'Read lists, marks and exports of batches',
  'people:import': 'Import people, with the dry run',
};
