/** `npm run test:all` tries everything; `npm test` tries a sample of what comes in thousands. */
export const testAll = process.env["TEST_ALL"] === "yes";
