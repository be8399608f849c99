import { OnlineMigration } from './online-migration.ts';

/** URLs of pictures hold no user name and password; browsers load no picture with them anyway. */
export class UrlCredentials extends OnlineMigration {
  override async up(): Promise<void> {
    await this.#removeFrom('event', 'cover_url');
    await this.#removeFrom('app_user', 'avatar');
  }

  async #removeFrom(table: string, column: string): Promise<void> {
    await this.execute(
      `update ${table} set ${column} = regexp_replace(${column}, '^(https?://)[^/?#]*@', '\\1', 'i')
       where ${column} ~* '^https?://[^/?#]*@'`,
    );
  }
}
