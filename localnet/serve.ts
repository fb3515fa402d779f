/** Everything that serves. A start loads it as one bundle, while it checks its input. */
export { publishAgent, seedTokenList } from './publish.ts'
export { localProfiles, localRooms } from './seed.ts'
export { startLocalnet } from './startLocalnet.ts'
export { startServices } from './startServices.ts'
