// Reads lines of Base64 words: a pattern and strings. Writes a line of 0 and 1 for each.
package main

import (
	"bufio"
	"encoding/base64"
	"fmt"
	"os"
	"regexp"
	"strings"
)

func main() {
	input := bufio.NewReader(os.Stdin)
	for {
		line, err := input.ReadString('\n')
		if err != nil {
			return
		}
		words := strings.Fields(line)
		pattern := regexp.MustCompile(decoded(words[0]))
		var verdicts strings.Builder
		for _, word := range words[1:] {
			if pattern.MatchString(decoded(word)) {
				verdicts.WriteByte('1')
			} else {
				verdicts.WriteByte('0')
			}
		}
		fmt.Println(verdicts.String())
	}
}

func decoded(word string) string {
	text, err := base64.StdEncoding.DecodeString(word[1:])
	if err != nil {
		panic(err)
	}
	return string(text)
}
