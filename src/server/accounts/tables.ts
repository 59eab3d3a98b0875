import type { Generated } from 'kysely';
import type { Role } from '#contract/accounts/calls';
import type { ConsentForm } from '#contract/accounts/consent';
import type { NoticeMail } from '#contract/notices/notice-kinds';
import type { Flag, Id } from '../platform/database/schema.ts';
import { type PersonalTables, removedWords } from '../platform/database/personal-tables.ts';
import type { SecretTables } from '../platform/database/secret-tables.ts';

declare module '../platform/database/schema.ts' {
  interface TablesByOwner {
    accounts: {
      accounts: {
        id: Id;
        email: string;
        name: string;
        role: Role;
        phone: string | null;
        /** For letters beyond A to Z; valid while `folded_from` equals the name. */
        folded_name: string | null;
        folded_from: string | null;
        /** Argon2id in PHC form; null until an invited person chooses a password. */
        password_hash: string | null;
        batch_id: number | null;
        typed_batch: string | null;
        confirmed_at: number | null;
        must_confirm: Flag | null;
        /** JSON list, oldest first; null for none. */
        former_emails: string | null;
        /** Null as for 0. */
        has_second_factor: Flag | null;
        exit_score: number | null;
        grade: string | null;
        created_at: number;
        seen_at: number | null;
        /** Triggers maintain it. */
        unread_notices: Generated<number>;
        /** No logins and no mail since then; null while active. */
        suspended_at: number | null;
        /** For staff only. */
        suspension_reason: string | null;
        /** When everything that identifies the holder was removed. */
        anonymised_at: number | null;
        /** Which project the student would like, until one is chosen; may be gone. */
        preferred_project: string | null;
      };
      /** Copied to the account once the email is confirmed. */
      imported_people: {
        email: string;
        batch_id: number | null;
        exit_score: number | null;
        grade: string | null;
        /** For people without an account only. */
        name: string | null;
        phone: string | null;
        imported_at: number;
        /** Corrected for a student who has signed up: nobody to invite. */
        is_correction: Generated<Flag>;
        /** Of the spreadsheet that brought the person; null for by hand, and before 1.1. */
        intake_id: Generated<number | null>;
        /** As of an account. */
        folded_name: Generated<string | null>;
        folded_from: Generated<string | null>;
      };
      sessions: {
        token_hash: string;
        account_id: number;
        created_at: number;
        used_at: number;
        expires_at: number;
        /** Short name of the browser at login. */
        device: string | null;
        /** When the holder last confirmed that it is them. */
        proven_at: number | null;
      };
      second_factors: {
        id: Id;
        account_id: number;
        kind: 'passkey' | 'app';
        name: string;
        /**
         * A passkey's public key in base64url, or an app's secret in base32, encrypted where the operator sets
         * a key.
         */
        secret: string;
        /** Passkeys only, in base64url. */
        credential_id: string | null;
        /** JSON list; passkeys only. */
        transports: string | null;
        /** A passkey's counter, or an app's period of 30 seconds since 1970; must grow. */
        counter: number;
        added_at: number;
        used_at: number | null;
      };
      /** By their first characters; a used one stays, to tell it from a wrong one. */
      recovery_codes: {
        account_id: number;
        label: string;
        /** Argon2id in PHC form. */
        code_hash: string;
        used_at: number | null;
      };
      /** Logins that still need the second factor, by the hash of their cookie. */
      pending_logins: {
        token_hash: string;
        account_id: number;
        attempts: number;
        created_at: number;
        expires_at: number;
        used_at: number | null;
      };
      /** A passkey's challenge or an app's new secret, by the hash of a session or pending login. */
      factor_challenges: {
        holder_hash: string;
        purpose: 'add-passkey' | 'add-app' | 'prove';
        value: string;
        expires_at: number;
      };
      /** Of staff, for programs. */
      access_tokens: {
        id: Id;
        token_hash: string;
        account_id: number;
        name: string;
        /** Sorted, with a space between. */
        scopes: 'batch:read' | 'people:import' | 'batch:read people:import';
        /** The only one that `batch:read` opens; null for all of its holder's. */
        batch_id: number | null;
        created_at: number;
        expires_at: number;
        used_at: number | null;
      };
      one_time_tokens: {
        token_hash: string;
        purpose: 'setup' | 'reset';
        account_id: number | null;
        created_at: number;
        expires_at: number;
        used_at: number | null;
      };
      email_confirmations: {
        token_hash: string;
        account_id: number;
        email: string;
        created_at: number;
        expires_at: number;
        used_at: number | null;
      };
      /** No other account gets one. */
      former_emails: { email: string; account_id: number; left_at: number };
      external_identities: { issuer: string; subject: string; account_id: number; linked_at: number };
      /** OIDC states by their hash: each works once. */
      used_login_states: { token_hash: string; expires_at: number };
      deletion_requests: { account_id: number; asked_at: number };
      known_devices: { id: Id; token_hash: string; account_id: number; made_at: number; expires_at: number };
      lifted_limits: { account_id: number; until_at: number };
      /** By account or network; `source` is the network or device where it matters beside the account. */
      rate_limit_hits: { id: Id; kind: string; subject: string; at: number; source: string | null };
      /** Kinds of mail that a reader turned off; without a row they are sent. */
      turned_off_mails: { account_id: number; mail: NoticeMail };
      /** Every wording of a page, numbered from 1. */
      text_versions: {
        id: Id;
        page: string;
        number: number;
        sha256: string;
        text: string;
        recorded_at: number;
        /** Since then, who agreed to an earlier one only is asked again. */
        asked_at: number | null;
        asked_by: number | null;
        /** What changed, in the office's words. */
        note: string | null;
      };
      /** Private addresses; `sequence` counts changes of `schedule`, the dates read last. */
      calendars: {
        account_id: number;
        /** Readable, for the version before; a later one empties it. */
        secret: string;
        /** Null for a row of the version before, until its first use or the next start. */
        secret_hash: string | null;
        schedule: string;
        sequence: Generated<number>;
        changed_at: number;
      };
      consents: {
        id: Id;
        account_id: number;
        page: string;
        version_id: number;
        form: ConsentForm;
        given_at: number;
        withdrawn_at: number | null;
      };
      /** A row, where the office asks for guardians. */
      guardian_rule: { id: number; asked_since: number };
      /**
       * Students with a frozen result: triggers refuse to change what it is made of, unless the office has opened it.
       * `freeze_id`: the newest.
       */
      frozen_students: {
        account_id: number;
        freeze_id: number;
        /** All null, or all set. */
        opened_at: number | null;
        opened_by: number | null;
        reason: string | null;
      };
      /** Invited to examine, and for nothing else: their role is `mentor`, without a batch. */
      examiner_accounts: {
        account_id: number;
        invited_by: number;
        invited_at: number;
        removed_by: number | null;
        removed_at: number | null;
      };
      /** Of students under 18; without a row somebody is not known to be. */
      guardians: {
        account_id: number;
        name: string | null;
        contact: string | null;
        noted_at: number;
        confirmed_at: number | null;
        confirmed_by: number | null;
      };
    };
  }
}

/** What the tables know about a person. */
export const accountsPersonal: PersonalTables = {
  accounts: { of: 'email', erase: 'itself' },
  imported_people: { of: 'email', erase: 'itself' },
  sessions: {
    of: 'account_id',
    erase: 'delete',
    export: ['device', 'created_at', 'used_at', 'expires_at'],
  },
  access_tokens: {
    of: 'account_id',
    erase: 'delete',
    export: ['name', 'scopes', 'created_at', 'used_at', 'expires_at'],
  },
  pending_logins: { of: 'account_id', erase: 'delete' },
  second_factors: { of: 'account_id', erase: 'delete', export: ['kind', 'name', 'added_at', 'used_at'] },
  recovery_codes: { of: 'account_id', erase: 'delete' },
  one_time_tokens: { of: 'account_id', erase: 'delete' },
  email_confirmations: { of: 'account_id', by: 'email', erase: 'delete' },
  former_emails: { of: 'account_id', by: 'email', erase: 'delete' },
  external_identities: {
    of: 'account_id',
    erase: 'delete',
    export: ['issuer', 'subject', 'linked_at'],
  },
  deletion_requests: { of: 'account_id', erase: 'delete', export: ['asked_at'] },
  known_devices: { of: 'account_id', erase: 'delete', export: ['made_at', 'expires_at'] },
  lifted_limits: { of: 'account_id', erase: 'delete' },
  turned_off_mails: { of: 'account_id', erase: 'delete' },
  text_versions: { of: [], by: 'asked_by', erase: 'keep' },
  calendars: { of: 'account_id', erase: 'delete' },
  consents: { of: 'account_id', erase: 'keep' },
  guardians: {
    of: 'account_id',
    by: 'confirmed_by',
    erase: 'delete',
    export: ['name', 'contact', 'noted_at', 'confirmed_at'],
  },
  frozen_students: { of: 'account_id', by: 'opened_by', erase: { reason: removedWords } },
  // Without the row the account would be a mentor.
  examiner_accounts: { of: 'account_id', by: ['invited_by', 'removed_by'], erase: 'keep' },
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
