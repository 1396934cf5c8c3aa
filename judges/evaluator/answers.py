"""Answers to the questions of a form, made with a seed. Only the specification's members are used."""
import re

NUMBERS = ["0", "1", "2", "3", "4", "6", "10", "12", "24", "26", "52", "75", "100", "250.50", "999.99", "1,500", "4,300.25",
           "8000", "9,999", "12000", "18,500", "25000", "33,333.33", "47,000", "60,000", "88000", "120,000", "175000", "250000",
           "600,000", "2025", "2026", "1955", "1980", "15", "40", "50.5", "3.5"]
TEXTS = ["Oak Nation", "A", "7", "12345", "36130", "K1A 0B1", "2026", "01/2026", "5551234567", "456-867-5309", "a@example.com",
         "123-45-6789", "123456789", "12-3456789", "046-454-286", "046454286", "AB123456", "100", "2.5", "10/2026", "WI", "1234",
         "04", "12", "123", "1234567", "12345678", "1234567890", "2026-06-30", "Smith, Jane"]
DATES = ["1950-03-04", "1961-12-31", "01/01/1962", "1985-07-15", "06/30/1999", "2008-05-05", "2026-01-01", "2026-11-02",
         "12/31/2026", "2027-03-01", "2001-01-01"]


class Giver:
    """Chooses answers. An answer that the service rejects is chosen again."""

    def __init__(self, random):
        self.random = random

    def answer(self, question, must):
        if question["required"]["whenRequired"] == "NEVER" and not must and self.random.random() < 0.3:
            return None
        return self.some(question)

    def some(self, question):
        options = [option["value"] for option in question.get("questionOptions", [])]
        if options:
            return self.random.choice(options)
        several = [option["id"] for option in question.get("multiSelectQuestionOptions", [])]
        if several:
            return ",".join(self.random.sample(several, self.random.randint(1, min(2, len(several)))))
        if question.get("displayType") == "CHECKBOX":
            return self.random.choice(["true", "false"] if accepts(question, "false") else ["true"])
        pools = {"number": [NUMBERS], "date": [DATES]}.get(question["valueType"], [TEXTS, NUMBERS, DATES])
        for pool in pools:
            fitting = [one for one in pool if accepts(question, one)]
            if fitting:
                return self.random.choice(fitting)
        return None


PATTERNS = {}
BROKEN = set()


def accepts(question, answer):
    """A pattern that Python cannot read accepts everything here and is reported."""
    pattern = question.get("validationRegex", "")
    if pattern not in PATTERNS:
        try:
            PATTERNS[pattern] = re.compile(pattern)
        except re.error as error:
            BROKEN.add(f"{pattern}: {error}")
            PATTERNS[pattern] = re.compile("")
    return PATTERNS[pattern].search(answer) is not None
