import { academyLoginFailures, type AcademyLoginFailure } from '#contract/accounts/academy-login';

/** A login with the academy's own account that came to nothing; `failure` names what the login screen says of it. */
export class AcademyLoginError extends Error {
  readonly failure: AcademyLoginFailure;

  constructor(failure: AcademyLoginFailure, options?: ErrorOptions) {
    super(academyLoginFailures[failure], options);
    this.failure = failure;
  }
}
