"""Verifies sealed files with pyHanko. Arguments: the trusted certificate, then files. Prints one line of JSON per file."""

import json
import logging
import sys

from pyhanko.keys import load_cert_from_pemder
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.validation import validate_pdf_signature
from pyhanko.sign.validation.status import SignatureCoverageLevel
from pyhanko_certvalidator import ValidationContext

logging.disable(logging.CRITICAL)


def verdict(path, certificate):
    with open(path, "rb") as file:
        try:
            # Strict: what readers repair is a change, too.
            reader = PdfFileReader(file, strict=True)
            signatures = reader.embedded_signatures
            if len(signatures) != 1:
                return {"accepted": False, "reason": f"{len(signatures)} signatures"}
            context = ValidationContext(trust_roots=[certificate], allow_fetching=False)
            status = validate_pdf_signature(signatures[0], context)
        except Exception as error:  # Whatever makes a verifier fail, the file is not accepted.
            return {"accepted": False, "reason": type(error).__name__}
        whole = status.coverage == SignatureCoverageLevel.ENTIRE_FILE
        accepted = status.intact and status.valid and status.trusted and whole and status.docmdp_ok
        return {
            "accepted": bool(accepted),
            "reason": status.summary(),
            "subFilter": str(signatures[0].sig_object["/SubFilter"]),
            "timestamp": status.timestamp_validity is not None and bool(status.timestamp_validity.intact),
        }


def main():
    trusted = load_cert_from_pemder(sys.argv[1])
    for path in sys.stdin.read().splitlines():
        print(json.dumps({"file": path, **verdict(path, trusted)}))


main()
