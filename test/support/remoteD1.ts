export { answerRemoteD1, openRemoteD1 } from '../../localnet/remoteD1.ts'
