import { getAddress } from 'viem/utils'
import { createAccountStore } from '../../shared/store/accounts.ts'

/** Opens the account of `?address=` and `?kind=`, as a sign-in in this isolate does. */
export default {
  async fetch(request: Request, { DB }: { DB: D1Database }): Promise<Response> {
    const { searchParams } = new URL(request.url)
    const address = getAddress(searchParams.get('address') ?? '')
    const kind = searchParams.get('kind') === 'smart' ? 'smart' : 'owner'
    return Response.json(await createAccountStore(DB).open({ wallets: [{ address, kind }] }, 1))
  },
}
