import { z } from 'zod';
import { choiceReasons } from '../selections/choosing.ts';
import { isKnownPassword } from './common-passwords.ts';
import { endpoint, errorBody, fieldsBody, instant, nothing, visibleText } from '../wire/endpoint.ts';
import { isEmail, limits, normalizeEmail, phonePattern } from '../limits.ts';
import { messages } from '../messages.ts';
import { hasPersonName } from './person-name.ts';

export const roles = ['student', 'mentor', 'administrator'] as const;
export type Role = (typeof roles)[number];

/** `batch`: a student's, `batches`: a staff member's. */
const currentUser = z.object({
  s_id: z.string(),
  s_name: z.string(),
  role: z.enum(roles),
  batch: z.string().nullable(),
  batches: z.array(z.string()),
  /** The first email: an unchanging id on devices and in paths. */
  account: z.string(),
  /** `needed` before forum and final choice; `asked`: optional. */
  confirmation: z.enum(['needed', 'asked', 'none']),
  /** `required`: nothing else is open before it is set up. */
  second_factor: z.enum(['required', 'set', 'none']),
  unread_notices: z.number(),
  announced: z.boolean(),
  /** Only examines: sees the vivas they were given, and their own account. */
  examiner: z.literal(true).optional(),
  /** Screens open after the holder has agreed to changed words. */
  consent: z.literal('asked').optional(),
  /** Needed before the choice of a project. */
  guardian: z.enum(['missing', 'unconfirmed']).optional(),
});
export type CurrentUser = z.infer<typeof currentUser>;

export const name = z
  .string(messages.nameRequired)
  .trim()
  .min(1, messages.nameRequired)
  .max(limits.name, `Name can have at most ${limits.name} characters`);
export const email = z
  .string(messages.emailInvalid)
  .transform(normalizeEmail)
  .pipe(z.string().refine(isEmail, messages.emailInvalid));
export const password = z
  .string(messages.passwordShort)
  .min(limits.passwordMin, messages.passwordShort)
  .max(limits.passwordMax, `Password can have at most ${limits.passwordMax} characters`);

export const currentPassword = z
  .string(messages.currentPasswordRequired)
  .min(1, messages.currentPasswordRequired)
  .max(200, messages.currentPasswordWrong);

/** Absent for an account without a password: it logs in again instead. */
export const currentPasswordIfAny = z
  .string(messages.currentPasswordRequired)
  .max(200, messages.currentPasswordWrong)
  .default('');

export const phone = z.string(messages.phoneInvalid).regex(phonePattern, messages.phoneInvalid);

/** Beside the specification's; what is not of their type counts as absent. */
export const consentFields = {
  terms: z.boolean().optional().catch(undefined),
  /** The versions of terms and privacy that the form showed, such as `2.5`. */
  words: z.string().max(20).optional().catch(undefined),
  under_18: z.boolean().optional().catch(undefined),
};

/**
 * The first failing check answers (specification, section 5, checks 1 to 5 in order; 6, the terms, is the
 * form's).
 */
export const signUpBody = z
  .object({
    name,
    email,
    password,
    phone,
    batch: visibleText('Batch name', limits.batch, messages.batchRequired),
    ...consentFields,
  })
  .refine(hasPersonName, { path: ['name'], message: messages.nameNotPlain });

export const passwordKnown = 'This password is well known or easily guessed. Choose another one.';

export const token = z
  .string(messages.tokenInvalid)
  .min(1, messages.tokenInvalid)
  .max(200, messages.tokenInvalid);

export const signUp = endpoint('POST', '/api/auth/signup', {
  summary: 'Sign up as a student of a batch',
  takesIdempotencyKey: true,
  body: signUpBody,
  answers: { 201: z.object({ message: z.string(), student: currentUser }), 409: errorBody },
});

export const loggedIn = z.object({
  message: z.literal(messages.loginSuccessful),
  student: currentUser,
});

/** The password was right; `/api/auth/second-step` takes the rest until `until`. */
const secondStepNeeded = z.object({
  message: z.literal(messages.secondStepNeeded),
  second_step: z.object({ passkey: z.boolean(), app: z.boolean(), until: instant }),
});
export type SecondStep = z.infer<typeof secondStepNeeded>['second_step'];

export const logIn = endpoint('POST', '/api/auth/login', {
  summary: 'Log in and set the session cookie; with two-step verification only after the second step',
  body: z.object({
    email: z.string('Email is required').min(1, 'Email is required').transform(normalizeEmail),
    password: z.string('Password is required').min(1, 'Password is required'),
  }),
  answers: {
    200: z.union([loggedIn, secondStepNeeded]),
    401: errorBody,
  },
});

export const logOut = endpoint('POST', '/api/auth/logout', {
  summary: 'End the session',
  answers: { 204: nothing },
});

export const readSession = endpoint('GET', '/api/auth/session', {
  summary: 'The user of the session; `student` is null without one',
  answers: { 200: z.object({ student: currentUser.nullable() }) },
});

export const forgotPassword = endpoint('POST', '/api/auth/forgot', {
  summary: 'Request a password reset link by email; the answer does not reveal whether the account exists',
  body: z.object({ email }),
  answers: { 200: z.object({ message: z.string() }) },
});

export const resetPassword = endpoint('POST', '/api/auth/reset', {
  summary: 'Set a new password with a one-time token; ends every session of the account',
  body: z.object({ token, password }),
  answers: { 204: nothing },
});

export const confirmEmail = endpoint('POST', '/api/auth/confirm', {
  summary: 'Confirm an email with the token of an emailed link; a confirmed one stays confirmed',
  body: z.object({ token }),
  answers: { 200: z.object({ message: z.string() }), 409: errorBody },
});

export const sendConfirmation = endpoint('POST', '/api/auth/confirmation', {
  summary: "Send the link that confirms the account's email again",
  takesIdempotencyKey: true,
  answers: { 200: z.object({ message: z.string() }), 401: errorBody, 409: errorBody },
});

export const setUpAdministrator = endpoint('POST', '/api/auth/setup', {
  summary: "Create the first administrator with the first start's one-time token",
  body: z
    .object({
      token,
      name,
      email,
      password: z
        .string(messages.setupPasswordShort)
        .refine((value) => [...value].length >= limits.setupPasswordMin, messages.setupPasswordShort)
        .max(limits.passwordMax, `Password can have at most ${limits.passwordMax} characters`),
      sample: z.enum(['keep', 'remove'], 'sample must be keep or remove').optional(),
      /** Of the academy; checked as its appearance is. */
      academy_name: z.string().max(60, 'The name can have at most 60 characters').optional(),
      accent: z.string().max(7, 'accent must be a colour as #rrggbb').optional(),
      zone: z.string().max(64, 'zone is too long').optional(),
    })
    .refine(hasPersonName, { path: ['name'], message: messages.nameNotPlain })
    .refine((body) => !isKnownPassword(body.password, [body.email, body.name]), {
      path: ['password'],
      message: passwordKnown,
    }),
  answers: { 201: z.object({ message: z.string(), student: currentUser }), 400: fieldsBody, 409: errorBody },
});

export const studentParams = z.object({ s_id: z.string() });

/**
 * Null: unknown. `s_typedbatch`: typed at signup, while in another batch or none and not placed by the
 * office; `s_typedjoining`: waits for an invitation or a confirmed email. `s_choosing`: when the batch
 * chooses projects, where it sets that, and the `p_id` that the student would like. `s_refusals`: for the student who
 * asks with `p_id`, all that the choice would be refused for, in the order of the refusals; an empty `p_id` names no
 * project.
 */
export const studentCourse = z.object({
  s_id: z.string(),
  s_name: z.string(),
  s_course: z.string().nullable(),
  s_startdate: instant.nullable(),
  s_mentor: z.string().nullable(),
  s_grade: z.string().nullable(),
  s_exitscore: z.number().nullable(),
  s_typedbatch: z.string().nullable(),
  s_typedjoining: z.literal('invited').optional(),
  s_choosing: z
    .object({ from: instant.nullable(), until: instant.nullable(), preferred: z.string().nullable() })
    .optional(),
  s_refusals: z.array(z.object({ reason: z.enum(choiceReasons), message: z.string() })).optional(),
});
export type StudentCourse = z.infer<typeof studentCourse>;

export const readStudentCourse = endpoint('GET', '/api/students/studentCourse/:s_id', {
  summary:
    "A student's name, course, mentors, start and score; with `p_id`, why they cannot choose that project; with an empty one, why they cannot choose any",
  params: studentParams,
  query: z.object({ p_id: z.string().optional() }),
  answers: { 200: studentCourse, 401: errorBody, 404: errorBody },
});
