import type { NoticeMail } from '#contract/notices/notice-kinds';
import type { AsStored, Flag } from '../platform/database/schema.ts';
import { type PersonalTables, removedWords } from '../platform/database/personal-tables.ts';
import type { SecretTables } from '../platform/database/secret-tables.ts';

declare module '../platform/database/schema.ts' {
  interface TablesByOwner {
    accounts: {
      accounts: {
        /** For letters beyond A to Z; valid while `folded_from` equals the name. */
        folded_name: AsStored;
        /** Argon2id in PHC form; null until an invited person chooses a password. */
        password_hash: AsStored;
        must_confirm: Flag | null;
        /** JSON list, oldest first; null for none. */
        former_emails: AsStored;
        /** Null as for 0. */
        has_second_factor: Flag | null;
        /** Triggers maintain it. */
        unread_notices: AsStored;
        /** No logins and no mail since then; null while active. */
        suspended_at: AsStored;
        /** For staff only. */
        suspension_reason: AsStored;
        /** When everything that identifies the holder was removed. */
        anonymised_at: AsStored;
        /** Which project the student would like, until one is chosen; may be gone. */
        preferred_project: AsStored;
      };
      /** Copied to the account once the email is confirmed. */
      imported_people: {
        /** For people without an account only. */
        name: AsStored;
        /** Corrected for a student who has signed up: nobody to invite. */
        is_correction: Flag;
        /** Of the spreadsheet that brought the person; null for by hand, and before 1.1. */
        intake_id: AsStored;
        /** As of an account. */
        folded_name: AsStored;
      };
      sessions: {
        /** Short name of the browser at login. */
        device: AsStored;
        /** When the holder last confirmed that it is them. */
        proven_at: AsStored;
      };
      second_factors: {
        kind: 'passkey' | 'app';
        /**
         * A passkey's public key in base64url, or an app's secret in base32, encrypted where the operator sets
         * a key.
         */
        secret: AsStored;
        /** Passkeys only, in base64url. */
        credential_id: AsStored;
        /** JSON list; passkeys only. */
        transports: AsStored;
        /** A passkey's counter, or an app's period of 30 seconds since 1970; must grow. */
        counter: AsStored;
      };
      /** By their first characters; a used one stays, to tell it from a wrong one. */
      recovery_codes: {
        /** Argon2id in PHC form. */
        code_hash: AsStored;
      };
      /** Logins that still need the second factor, by the hash of their cookie. */
      pending_logins: AsStored;
      /** A passkey's challenge or an app's new secret, by the hash of a session or pending login. */
      factor_challenges: {
        purpose: 'add-passkey' | 'add-app' | 'prove';
      };
      /** Of staff, for programs. */
      access_tokens: {
        /** Sorted, with a space between. */
        scopes: AsStored;
        /** The only one that `batch:read` opens; null for all of its holder's. */
        batch_id: AsStored;
      };
      one_time_tokens: AsStored;
      email_confirmations: AsStored;
      /** No other account gets one. */
      former_emails: AsStored;
      external_identities: AsStored;
      /** OIDC states by their hash: each works once. */
      used_login_states: AsStored;
      deletion_requests: AsStored;
      known_devices: AsStored;
      lifted_limits: AsStored;
      /** By account or network; `source` is the network or device where it matters beside the account. */
      rate_limit_hits: AsStored;
      /** Kinds of mail that a reader turned off; without a row they are sent. */
      turned_off_mails: {
        mail: NoticeMail;
      };
      /** Every wording of a page, numbered from 1. */
      text_versions: {
        /** Since then, who agreed to an earlier one only is asked again. */
        asked_at: AsStored;
        /** What changed, in the office's words. */
        note: AsStored;
      };
      /** Private addresses; `sequence` counts changes of `schedule`, the dates read last. */
      calendars: {
        /** Readable, for the version before; a later one empties it. */
        secret: AsStored;
        /** Null for a row of the version before, until its first use or the next start. */
        secret_hash: AsStored;
      };
      consents: AsStored;
      /** A row, where the office asks for guardians. */
      guardian_rule: AsStored;
      /**
       * Students with a frozen result: triggers refuse to change what it is made of, unless the office has opened it.
       * `freeze_id`: the newest.
       */
      frozen_students: {
        /** All null, or all set. */
        opened_at: AsStored;
      };
      /** Invited to examine, and for nothing else: their role is `mentor`, without a batch. */
      examiner_accounts: AsStored;
      /** Of students under 18; without a row somebody is not known to be. */
      guardians: AsStored;
    };
  }
}

/** What the tables know about a person. */
export const accountsPersonal: PersonalTables = {
  accounts: { owner: 'email', erase: 'itself' },
  imported_people: { owner: 'email', erase: 'itself' },
  sessions: {
    owner: 'account_id',
    erase: 'delete',
    export: ['device', 'created_at', 'used_at', 'expires_at'],
  },
  access_tokens: {
    owner: 'account_id',
    erase: 'delete',
    export: ['name', 'scopes', 'created_at', 'used_at', 'expires_at'],
  },
  pending_logins: { owner: 'account_id', erase: 'delete' },
  second_factors: { owner: 'account_id', erase: 'delete', export: ['kind', 'name', 'added_at', 'used_at'] },
  recovery_codes: { owner: 'account_id', erase: 'delete' },
  one_time_tokens: { owner: 'account_id', erase: 'delete' },
  email_confirmations: { owner: 'account_id', by: 'email', erase: 'delete' },
  former_emails: { owner: 'account_id', by: 'email', erase: 'delete' },
  external_identities: {
    owner: 'account_id',
    erase: 'delete',
    export: ['issuer', 'subject', 'linked_at'],
  },
  deletion_requests: { owner: 'account_id', erase: 'delete', export: ['asked_at'] },
  known_devices: { owner: 'account_id', erase: 'delete', export: ['made_at', 'expires_at'] },
  lifted_limits: { owner: 'account_id', erase: 'delete' },
  turned_off_mails: { owner: 'account_id', erase: 'delete' },
  text_versions: { owner: [], by: 'asked_by', erase: 'keep' },
  calendars: { owner: 'account_id', erase: 'delete' },
  consents: { owner: 'account_id', erase: 'keep' },
  guardians: {
    owner: 'account_id',
    by: 'confirmed_by',
    erase: 'delete',
    export: ['name', 'contact', 'noted_at', 'confirmed_at'],
  },
  frozen_students: { owner: 'account_id', by: 'opened_by', erase: { reason: removedWords } },
  // Without the row the account would be a mentor.
  examiner_accounts: { owner: 'account_id', by: ['invited_by', 'removed_by'], erase: 'keep' },
};

const endsAlways = {
  restore: 'end',
  erasure: 'end',
  newPassword: 'end',
  logOut: 'end',
  suspension: 'end',
} as const;
const staysAlways = {
  restore: 'keep',
  erasure: 'end',
  newPassword: 'keep',
  logOut: 'keep',
  suspension: 'keep',
} as const;

/** What becomes of each secret; `sessions/end-logins.ts` acts on it. */
export const accountsSecrets = {
  accounts: { ...staysAlways, secret: 'password_hash', newPassword: 'itself' },
  sessions: { ...endsAlways, secret: 'token_hash' },
  access_tokens: { ...endsAlways, secret: 'token_hash' },
  pending_logins: { ...endsAlways, secret: 'token_hash' },
  // Ends within minutes, with the login or session that it belongs to.
  factor_challenges: { secret: ['holder_hash', 'value'], restore: 'end', erasure: 'keep' },
  one_time_tokens: { ...endsAlways, secret: 'token_hash', logOut: 'keep' },
  email_confirmations: { ...endsAlways, secret: 'token_hash', logOut: 'keep' },
  known_devices: {
    secret: 'token_hash',
    restore: 'end',
    erasure: 'end',
    newPassword: 'end',
    // It opens nothing, and spares the holder the pause that guessers cause.
    logOut: 'keep',
    suspension: 'keep',
  },
  calendars: {
    secret: ['secret', 'secret_hash'],
    // Calendars on phones go on; what was removed since the backup stays removed.
    restore: 'itself',
    erasure: 'end',
    newPassword: 'end',
    logOut: 'end',
    // It answers 404 until the account is active again.
    suspension: 'keep',
  },
  second_factors: { ...staysAlways, secret: ['secret', 'credential_id'] },
  recovery_codes: { ...staysAlways, secret: 'code_hash' },
  // A state that was used stays used.
  used_login_states: { secret: 'token_hash', restore: 'keep', erasure: 'keep' },
} as const satisfies SecretTables;
