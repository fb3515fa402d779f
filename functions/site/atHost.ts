/** Stands for the host in the documents of a localnet, whose port is known only when it serves. */
export const LOCAL_ORIGIN = 'http://localnet.invalid'

/** Path of a localnet's wallet, for its pages. */
export const LOCAL_WALLET = '/docs/local-wallet'

/** Path of a localnet's accounts, addresses and secrets, for programs of the guides. */
export const LOCAL_WORLD = '/docs/local-world.json'

/** A document of a localnet, with its own origin. The documents of a deployment have theirs, on https, from the build. */
export const atHost = async (asset: Response, { protocol, origin }: URL): Promise<string | ReadableStream> =>
  protocol === 'http:' ? (await asset.text()).replaceAll(LOCAL_ORIGIN, origin) : (asset.body ?? '')
