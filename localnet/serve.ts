/** Everything that serves, in one module that a start loads after it has checked its input. */
export { publishAgent, seedTokenList } from './publish.ts'
export { localProfiles, localRooms } from './seed.ts'
export { startLocalnet } from './startLocalnet.ts'
export { startServices } from './startServices.ts'
