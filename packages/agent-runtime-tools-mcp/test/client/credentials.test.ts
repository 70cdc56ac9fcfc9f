import { chmodSync, readFileSync, statSync, utimesSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CredentialFile } from '../../src/client/oauth/credential-file.ts';
import { StoredOAuthProvider } from '../../src/client/oauth/oauth-provider.ts';
import { purgeMcpState } from '../../src/index.ts';
import { elicit } from '../../src/client/requests/elicitation.ts';
import { temporaryFolder } from './fixtures/connected.ts';

const URL_OF_SERVER = 'https://mcp.example.com/mcp';

function provider(folder: string, principal: string, returned = 'http://localhost/callback?code=x&state=other') {
  const file = new CredentialFile(folder, { principal, url: URL_OF_SERVER });
  const options = { redirectUrl: 'http://localhost/callback', authorize: async () => returned };
  return { file, oauth: new StoredOAuthProvider(options, { url: URL_OF_SERVER }, file) };
}

describe('the credentials for a server', () => {
  it('are stored by principal and issuer, in a file that only its owner can read', async () => {
    const folder = temporaryFolder();
    const { oauth, file } = provider(folder, 'ada');
    await oauth.saveTokens({ access_token: 'secret-a', token_type: 'Bearer' }, { issuer: 'https://a.example.com' });
    await oauth.saveTokens({ access_token: 'secret-b', token_type: 'Bearer' }, { issuer: 'https://b.example.com' });
    expect(statSync(file.path).mode & 0o777).toBe(0o600);
    expect(readFileSync(file.path, 'utf8')).toContain('secret-a');
    const again = provider(folder, 'ada').oauth;
    expect(await again.tokens({ issuer: 'https://a.example.com' })).toMatchObject({ access_token: 'secret-a' });
    expect(await again.tokens()).toMatchObject({ access_token: 'secret-b' });
    expect(await provider(folder, 'bob').oauth.tokens()).toBeUndefined();
    await again.invalidateCredentials('tokens');
    expect(await again.tokens()).toBeUndefined();
  });

  it('stay while they are used, and are removed when they are not', async () => {
    const folder = temporaryFolder();
    const { oauth, file } = provider(folder, 'ada');
    await oauth.saveTokens({ access_token: 'secret', token_type: 'Bearer' });
    const long = new Date(Date.now() - 100 * 24 * 60 * 60 * 1000);
    utimesSync(file.path, long, long);
    expect(await oauth.tokens()).toMatchObject({ access_token: 'secret' });
    expect(await purgeMcpState({ stateFolder: folder })).toMatchObject({ credentials: { files: 1, removed: 0 } });
    utimesSync(file.path, long, long);
    expect(await purgeMcpState({ stateFolder: folder })).toMatchObject({ credentials: { files: 1, removed: 1 } });
    expect(await oauth.tokens()).toBeUndefined();
  });

  it.skipIf(process.platform === 'win32')('are not read from a file that others can read', async () => {
    const { oauth, file } = provider(temporaryFolder(), 'ada');
    await oauth.saveTokens({ access_token: 'secret', token_type: 'Bearer' });
    chmodSync(file.path, 0o644);
    await expect(oauth.tokens()).rejects.toThrow('Others may read');
  });

  it('are not accepted from an authorization that somebody else began', async () => {
    const { oauth } = provider(temporaryFolder(), 'ada');
    oauth.redirectToAuthorization(new URL('https://auth.example.com/authorize?state=mine'));
    await expect(oauth.authorize('server', new AbortController().signal)).rejects.toThrow('another state');
  });
});

describe('a question of a server', () => {
  const { signal } = new AbortController();
  const ask = (properties: Record<string, { type: 'string'; title?: string }>) =>
    elicit(
      { server: 'x', message: 'Please', schema: { type: 'object', properties }, signal },
      { form: async () => ({ name: 'Ada', password: 'hunter2', other: 1 }) },
    );

  it.each(['password', 'api_key', 'accessToken', 'Passphrase'])('for %s is declined', async (name) => {
    expect(await ask({ [name]: { type: 'string' } })).toEqual({ action: 'decline' });
    expect(await ask({ field: { type: 'string', title: name } })).toEqual({ action: 'decline' });
  });

  it('gets only the fields that it asked for', async () => {
    expect(await ask({ name: { type: 'string' } })).toEqual({ action: 'accept', content: { name: 'Ada' } });
  });

  it('is declined if nobody can be asked', async () => {
    const schema = { type: 'object' as const, properties: { name: { type: 'string' as const } } };
    expect(await elicit({ server: 'x', message: 'm', schema, signal }, undefined)).toEqual({ action: 'decline' });
  });
});
