import { fileAuditLog } from "../../../service/src/store/audit-file.js";

/** The events of the audit file, each in the format of `signatures`. */
export async function auditedIn(dataDir: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { requestId, sha256 } of fileAuditLog(dataDir).events({}))
    found.push(`${requestId} ${sha256}`);
  return found;
}
