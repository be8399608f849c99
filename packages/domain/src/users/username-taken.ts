/** Thrown by {@link UserStore.signUp} when the username is in use. */
export class UsernameTaken extends Error {
  constructor() {
    super('username taken');
    this.name = 'UsernameTaken';
  }
}
