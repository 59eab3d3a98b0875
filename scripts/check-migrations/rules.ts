/** What a step must not do to a table that is in use, by the names that a step's `allow` takes. */
export const rules = {
  'required-column':
    'the version before inserts rows without it: make it nullable, or give it a constant default',
  'volatile-default':
    'the whole table is written anew: add the column without a default, and fill it in batches by a job',
  'rewriting-column': 'the whole table is written anew: add a plain column, and fill it in batches by a job',
  'column-with-constraint':
    'the whole table is read under its strictest lock: add the plain column, then the constraint "not valid", and validate it in a later step',
  'changed-column-type':
    'the whole table is written anew, and the version before knows the former type: add a new column beside it',
  'required-afterwards':
    'the whole table is read under its strictest lock: add a check "not valid", and validate it in a later step',
  'constraint-checks-all':
    'the whole table is read under its strictest lock: add it "not valid", and validate it in a later step',
  'validated-at-once':
    'the lock of adding the constraint is held while the whole table is read: validate it in a later step',
  'constraint-builds-index':
    'an index is built under the strictest lock: build it with ddl.addIndex in a step `outsideTransaction`, then add the constraint "using index"',
  'index-blocks-writes':
    'nobody can write while it is built: use ddl.addIndex in a step `outsideTransaction`',
  'index-drop-blocks':
    'nobody can read or write meanwhile: use "drop index concurrently" in a step `outsideTransaction`',
  'concurrently-in-transaction': 'PostgreSQL refuses it in a transaction: make the step `outsideTransaction`',
  'not-repeatable':
    'nothing undoes half of a step `outsideTransaction`: only indexes (concurrently) and the validation of constraints belong there',
  'takes-away':
    'the version before still uses it: wait for a later version, and let the step name its `oldestProgram`',
  'rows-of-a-table-in-use':
    'rows stay locked, or are missed, while a long statement runs: a job fills them in batches',
  'rewrites-table': 'the whole table is written anew under its strictest lock',
  'explicit-lock': 'locks are short and tried again only if the statements themselves take them',
  'own-timeouts': '`migrate` bounds how long a step waits; it must not change that',
  'unknown-statement': 'this check does not know what it locks: teach it, or allow it with the reason',
} as const;
export type Rule = keyof typeof rules;

/** Something that a statement does against a rule. */
export type Finding = { rule: Rule; what: string };
