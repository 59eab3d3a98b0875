import { ButtonLink } from '../../ui/button.tsx';

/** Specification, section 2, Home. */
export function PublicBar() {
  return (
    <>
      <ButtonLink to="/" variant="quiet" small>
        Home
      </ButtonLink>
      <ButtonLink to="/login" variant="secondary" small>
        Login
      </ButtonLink>
    </>
  );
}
