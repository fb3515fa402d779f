/** Operations that sign_in calls. Those that return a credential are no tools. */
export const OF_SIGN_IN: readonly string[] = [
  'getAuthNonce',
  'verifyAuth',
  'createAgentNonce',
  'verifyAgent',
  'logoutAuth',
]
