import { pdfBytes } from "@withholding-forms/client";

/** URLs of PDFs, valid until they are revoked. */
export function createPdfFiles() {
  const addresses = new Map<string, string>();
  return {
    /** Without bytes, the key is the PDF in Base64. */
    addressOf(key: string, bytes?: Uint8Array): string {
      const address = addresses.get(key) ?? URL.createObjectURL(blobOf(bytes ?? pdfBytes({ pdf: key })));
      addresses.set(key, address);
      return address;
    },
    revoke(): void {
      for (const address of addresses.values()) URL.revokeObjectURL(address);
      addresses.clear();
    },
  };
}

/** Saves a file on the employee's device. */
export function download(bytes: Uint8Array, fileName: string, type?: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blobOf(bytes, type));
  link.download = fileName;
  link.click();
  // Not immediately: some browsers read the file only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Prints from a hidden frame, or opens the file if the browser cannot show it in a frame. */
export function print(address: string, root: HTMLElement | DocumentFragment): void {
  if (navigator.pdfViewerEnabled !== true) {
    window.open(address, "_blank", "noopener");
    return;
  }
  root.querySelector("iframe.printing")?.remove();
  const frame = document.createElement("iframe");
  frame.className = "printing vh";
  frame.title = "";
  frame.tabIndex = -1;
  frame.setAttribute("aria-hidden", "true");
  frame.src = address;
  frame.addEventListener("load", () => frame.contentWindow?.print());
  root.append(frame);
}

function blobOf(bytes: Uint8Array, type = "application/pdf"): Blob {
  return new Blob([bytes as Uint8Array<ArrayBuffer>], { type });
}
